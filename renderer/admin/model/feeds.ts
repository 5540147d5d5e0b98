/**
 * Event connections by location, open while a screen uses them.
 *
 * One connection per location, shared by all screens.
 */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { EventMessage } from '../../../main/events/contract/events.ts';
import { type LiveFeed, type LiveSnapshot, openLiveFeed } from '../../shared/live-feed.ts';

export interface Feeds {
  open(location: string, listener: (snapshot: LiveSnapshot, message: EventMessage | null) => void): () => void;
  retry(location: string): void;
  /** Reconnects with a new key. */
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

const TOGETHER_MS = 100;

/** Live snapshot of each location; the component renders again after each change. */
export function useLive(feeds: Feeds, locations: readonly string[]): ReadonlyMap<string, LiveSnapshot> {
  const [snapshots] = useState(() => signal<ReadonlyMap<string, LiveSnapshot>>(new Map()));
  const wanted = locations.join('\n');
  useEffect(() => {
    snapshots.value = new Map();
    const ids = wanted.split('\n').filter(Boolean);
    const fresh = new Map<string, LiveSnapshot>();
    let timer: number | undefined;
    const draw = (): void => {
      timer = undefined;
      snapshots.value = new Map([...snapshots.value, ...fresh]);
      fresh.clear();
    };
    const stops = ids.map((location) =>
      feeds.open(location, (snapshot) => {
        fresh.set(location, snapshot);
        // Changes of many locations at the same time are rendered once.
        if (ids.length === 1) draw();
        else timer ??= window.setTimeout(draw, TOGETHER_MS);
      }),
    );
    return () => {
      window.clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [wanted, feeds, snapshots]);
  return snapshots.value;
}
