/** The lines to the events of locations: one each, open for as long as a screen looks at it. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { EventMessage } from '../../../main/contract/events.ts';
import { type LiveFeed, type LiveSnapshot, openLiveFeed } from '../../shared/live-feed.ts';

export interface Feeds {
  open(location: string, listener: (snapshot: LiveSnapshot, message: EventMessage | null) => void): () => void;
  retry(location: string): void;
  /** With a new key. */
  renew(): void;
}

export function createFeeds(key: () => string | null): Feeds {
  const open = new Map<string, { readonly feed: LiveFeed; users: number }>();
  return {
    open(location, listener) {
      const line = open.get(location) ?? { feed: openLiveFeed({ location, key }), users: 0 };
      open.set(location, line);
      line.users += 1;
      const stop = line.feed.subscribe(listener);
      return () => {
        stop();
        line.users -= 1;
        if (line.users > 0) return;
        open.delete(location);
        line.feed.close();
      };
    },
    retry: (location) => open.get(location)?.feed.retry(),
    renew: () => {
      for (const { feed } of open.values()) feed.retry();
    },
  };
}

/** What is known of each of these locations, drawn anew at every change. */
export function useLive(feeds: Feeds, locations: readonly string[]): ReadonlyMap<string, LiveSnapshot> {
  const [snapshots] = useState(() => signal<ReadonlyMap<string, LiveSnapshot>>(new Map()));
  const wanted = locations.join('\n');
  useEffect(() => {
    snapshots.value = new Map();
    const stops = wanted
      .split('\n')
      .filter(Boolean)
      .map((location) =>
        feeds.open(location, (snapshot) => {
          snapshots.value = new Map(snapshots.value).set(location, snapshot);
        }),
      );
    return () => {
      for (const stop of stops) stop();
    };
  }, [wanted, feeds, snapshots]);
  return snapshots.value;
}
