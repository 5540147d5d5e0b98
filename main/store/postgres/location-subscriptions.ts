/**
 * Subscriptions of this server to locations, over all servers of a cluster.
 *
 * The numbers of changes show gaps. Changes by this server are delivered at once if there is no gap before them. All
 * others are read from the table after a notification, or after a periodic check, because notifications can be lost
 * (`location-track.ts`).
 */

import type { NotifyChannel } from '../../database/postgres/notify-channel.ts';
import type { Pool } from '../../database/postgres/pool.ts';
import type { Log } from '../../lib/context.ts';
import type { QueueEvent } from '../../queue/contract/records.ts';
import type { ChangesListener, FollowedLocation, NumberedChange } from '../../queue/operations/location-changes.ts';
import { keptChanges } from './change-store.ts';
import { MAX_KEPT } from './location-events.ts';
import { eventsOf, type LocationTrack, openLocationTrack } from './location-track.ts';

/** Topic of notifications about a location's last number. */
const TOPIC = 'events';
/** Maximum delay of a change whose notification was lost. */
const LOOK_EVERY_MS = 1_000;

export interface FollowedLocations {
  follow(locationId: string, listener: ChangesListener): FollowedLocation;
  /** Receives the changes that this server has committed, and notifies the peers. */
  committed(locationId: string, changes: readonly NumberedChange[]): void;
  close(): void;
}

export interface FollowedLocationsOptions {
  readonly pool: Pool;
  readonly log: Log;
  readonly notices: NotifyChannel;
  /** Events of subscribed locations, and this server's events at all others. */
  readonly onEvents: (events: readonly QueueEvent[]) => void;
  readonly now: () => number;
}

export function createFollowedLocations(options: FollowedLocationsOptions): FollowedLocations {
  const { pool, log, notices, onEvents, now } = options;
  const kept = keptChanges({ pool, log, now });
  const tracks = new Map<string, LocationTrack>();
  let looking: NodeJS.Timeout | undefined;
  let isOver = false;

  const stopHearing = notices.subscribe(TOPIC, (key) => {
    if (key === null) {
      void look();
      return;
    }
    const end = key.lastIndexOf(':');
    tracks.get(key.slice(0, end))?.hear(Number(key.slice(end + 1)));
  });

  function lookLater(): void {
    looking = setTimeout(() => void look(), LOOK_EVERY_MS);
    looking.unref();
  }

  /** Periodic check for lost notifications. */
  async function look(): Promise<void> {
    clearTimeout(looking);
    if (isOver || tracks.size === 0) return;
    lookLater();
    // Changes delivered while the query runs must not look like a step back.
    const before = new Map([...tracks].map(([locationId, track]) => [locationId, { track, last: track.last }]));
    for (const { locationId, number } of await kept.numbersOf([...before.keys()]).catch(() => [])) {
      const { track, last = null } = before.get(locationId) ?? {};
      if (track === undefined || last === null || tracks.get(locationId) !== track) continue;
      // A different database than before: an old copy, or a standby that lacked the last changes.
      if (number < last) track.lose();
      else track.hear(number);
    }
    for (const track of tracks.values()) track.tryAgain();
  }

  function trackOf(locationId: string): LocationTrack {
    const known = tracks.get(locationId);
    if (known !== undefined) return known;
    const track = openLocationTrack({ locationId, kept, log, onEvents, onEnd: () => tracks.delete(locationId) });
    tracks.set(locationId, track);
    if (tracks.size === 1) lookLater();
    return track;
  }

  function committed(locationId: string, changes: readonly NumberedChange[]): void {
    const last = changes.at(-1)?.number;
    if (last === undefined) return;
    notices.tell(TOPIC, locationId, last);
    const track = tracks.get(locationId);
    if (track === undefined) onEvents(eventsOf(changes));
    else track.committed(changes);
  }

  return {
    committed,
    follow(locationId, listener) {
      const track = trackOf(locationId);
      const begun = track.add(listener);
      begun.catch(() => undefined);
      return {
        begun,
        async past(from, until) {
          const count = until - from;
          if (count <= 0 || count > MAX_KEPT) return count === 0 ? [] : null;
          const changes = await kept.after(locationId, from, count);
          return changes?.length === count && changes.at(-1)?.number === until ? changes : null;
        },
        async say(body, from) {
          const changes = await kept.say(locationId, body, from);
          if (changes !== null) committed(locationId, changes);
          return changes !== null;
        },
        stop: () => track.remove(listener),
      };
    },
    close() {
      isOver = true;
      clearTimeout(looking);
      stopHearing();
      for (const track of tracks.values()) track.close();
      tracks.clear();
    },
  };
}
