/**
 * Locations of which this server hears whatever server changes them. The numbers of changes say what is missing: what this
 * server has done itself is told at once when nothing is missing before it; everything else is read from the table, when a
 * notice tells of it or, as notices may get lost, when a look at the numbers does.
 */
import type { QueueEvent } from '../../contract/queue.ts';
import { type ChangesListener, type FollowedLocation, type NumberedChange, StoreUnreachable } from '../store.ts';
import { inTransaction } from './batch.ts';
import { keepWords, MOST_KEPT, readChanges } from './location-events.ts';
import type { Notices } from './notices.ts';
import type { Pool } from './pool.ts';
import { ADD_LOCATION } from './rows/locations.ts';
import { postgresRows } from './rows/postgres-rows.ts';
import { awaited, openSession } from './session.ts';
import { statement } from './statement.ts';

/** Of the notices that say that a location has come to a number. */
const TOPIC = 'events';
/** How long a change stays unheard whose notice was lost. */
const LOOK_EVERY_MS = 1_000;

const NUMBERS = statement(
  'event-numbers',
  'SELECT location_id AS "locationId", event_number AS number FROM location_queue WHERE location_id = ANY ($1)',
);

export interface FollowedLocations {
  follow(locationId: string, listener: ChangesListener): FollowedLocation;
  /** To be told of what this server has committed, which it calls out to the others. */
  committed(locationId: string, changes: readonly NumberedChange[]): void;
  close(): void;
}

export interface FollowedLocationsOptions {
  readonly pool: Pool;
  readonly notices: Notices;
  /** What the followed locations tell, and what this server does elsewhere. */
  readonly onEvents: (events: readonly QueueEvent[]) => void;
  readonly now: () => number;
}

interface Entry {
  readonly listeners: Set<ChangesListener>;
  /** The last change that was told; null until that is known. */
  last: number | null;
  /** The highest number that was heard of. */
  heard: number;
  /** Of changes that were told before it was known where to begin. */
  readonly toldBefore: Set<number>;
  /** What this server did itself and could not tell yet. */
  own: readonly NumberedChange[];
  begun: Promise<number>;
  /** It could not be known where to begin; it is tried again. */
  hasFailed: boolean;
  isReading: boolean;
}

export function createFollowedLocations(options: FollowedLocationsOptions): FollowedLocations {
  const { pool, notices, onEvents, now } = options;
  const entries = new Map<string, Entry>();
  let looking: NodeJS.Timeout | undefined;
  let isOver = false;

  const stopHearing = notices.subscribe(TOPIC, (key) => {
    if (key === null) {
      void look();
      return;
    }
    const end = key.lastIndexOf(':');
    hear(key.slice(0, end), Number(key.slice(end + 1)));
  });

  function hear(locationId: string, number: number): void {
    const entry = entries.get(locationId);
    if (entry === undefined) return;
    entry.heard = Math.max(entry.heard, number);
    if (entry.last !== null && number > entry.last) void catchUp(locationId, entry);
  }

  /** Notices may have been lost. */
  async function look(): Promise<void> {
    clearTimeout(looking);
    if (isOver || entries.size === 0) return;
    looking = setTimeout(() => void look(), LOOK_EVERY_MS);
    looking.unref();
    // What is told while the question is on its way is no step back.
    const before = new Map([...entries].map(([locationId, entry]) => [locationId, { entry, last: entry.last }]));
    const rows = await pool
      .work((line) => line.ask<{ locationId: string; number: number }>(NUMBERS, [[...before.keys()]]))
      .catch(() => []);
    for (const { locationId, number } of rows) {
      const { entry, last = null } = before.get(locationId) ?? {};
      if (entry === undefined || last === null || entries.get(locationId) !== entry) continue;
      // Another database than before: an old copy, or a standby that had not heard everything.
      if (number < last) loseTrack(locationId, entry);
      else hear(locationId, number);
    }
    for (const [locationId, entry] of entries)
      if (entry.hasFailed) void begin(locationId, entry).catch(() => undefined);
  }

  function eventsOf(changes: readonly NumberedChange[]): readonly QueueEvent[] {
    return changes.flatMap(({ change }) => (change.kind === 'event' ? [change.event] : []));
  }

  function tell(entry: Entry, changes: readonly NumberedChange[]): void {
    const last = changes.at(-1);
    if (last === undefined) return;
    entry.last = last.number;
    entry.own = entry.own.filter(({ number }) => number > last.number);
    for (const listener of [...entry.listeners]) listener(changes);
    const events = eventsOf(changes.filter(({ number }) => !entry.toldBefore.delete(number)));
    if (events.length > 0) onEvents(events);
  }

  /** What has been told cannot be continued: everybody begins anew. */
  function loseTrack(locationId: string, entry: Entry): void {
    entries.delete(locationId);
    const events = eventsOf(entry.own);
    if (events.length > 0) onEvents(events);
    for (const listener of [...entry.listeners]) listener(null);
  }

  async function catchUp(locationId: string, entry: Entry): Promise<void> {
    if (entry.isReading) return;
    entry.isReading = true;
    try {
      while (!isOver && entries.get(locationId) === entry && entry.last !== null && entry.heard > entry.last) {
        const changes = await read(locationId, entry.last, MOST_KEPT);
        if (entries.get(locationId) !== entry) return;
        const [first] = changes;
        // This server's own work may have been told while it was read.
        const fresh = changes.filter(({ number }) => number > (entry.last ?? 0));
        if (first === undefined || (fresh[0]?.number ?? entry.last + 1) !== entry.last + 1) {
          loseTrack(locationId, entry);
          return;
        }
        tell(entry, fresh);
      }
    } catch {
      // The next look finds that it is still behind.
    } finally {
      entry.isReading = false;
    }
  }

  const read = (locationId: string, from: number, most: number): Promise<readonly NumberedChange[]> =>
    pool.work((line) => awaited(readChanges(openSession(line, locationId), from, most)));

  async function begin(locationId: string, entry: Entry): Promise<number> {
    entry.hasFailed = false;
    try {
      const number = await numberOf(locationId);
      entry.last = number;
      for (const told of entry.toldBefore) if (told <= number) entry.toldBefore.delete(told);
      if (entry.heard > number) void catchUp(locationId, entry);
      return number;
    } catch (error) {
      entry.hasFailed = true;
      throw error;
    }
  }

  /** A location of which nothing is known yet gets its first number. */
  function numberOf(locationId: string): Promise<number> {
    return pool.work(async (line) => {
      const asked = () => line.ask<{ number: number }>(NUMBERS, [[locationId]]);
      const [known] = await asked();
      if (known !== undefined) return known.number;
      await line.tell(ADD_LOCATION, [locationId]);
      const [added] = await asked();
      if (added === undefined) throw new StoreUnreachable('A location that was just added is not there.');
      return added.number;
    });
  }

  function entryOf(locationId: string): Entry {
    const known = entries.get(locationId);
    if (known !== undefined) return known;
    const entry: Entry = {
      listeners: new Set(),
      last: null,
      heard: 0,
      toldBefore: new Set(),
      own: [],
      begun: Promise.resolve(0),
      hasFailed: false,
      isReading: false,
    };
    entries.set(locationId, entry);
    entry.begun = begin(locationId, entry);
    entry.begun.catch(() => undefined);
    if (entries.size === 1) {
      looking = setTimeout(() => void look(), LOOK_EVERY_MS);
      looking.unref();
    }
    return entry;
  }

  function stop(locationId: string, entry: Entry, listener: ChangesListener): void {
    if (!entry.listeners.delete(listener) || entry.listeners.size > 0) return;
    if (entries.get(locationId) !== entry) return;
    entries.delete(locationId);
    // Nobody waits for what others did; but what this server did is told in any case.
    const events = eventsOf(entry.own);
    if (events.length > 0) onEvents(events);
  }

  function committed(locationId: string, changes: readonly NumberedChange[]): void {
    const [first] = changes;
    const last = changes.at(-1)?.number;
    if (first === undefined || last === undefined) return;
    notices.tell(TOPIC, locationId, last);
    const entry = entries.get(locationId);
    if (entry === undefined) onEvents(eventsOf(changes));
    else if (entry.last === null) {
      for (const { number } of changes) entry.toldBefore.add(number);
      entry.heard = Math.max(entry.heard, last);
      onEvents(eventsOf(changes));
    } else if (first.number === entry.last + 1) tell(entry, changes);
    else if (last > entry.last) {
      entry.own = [...entry.own, ...changes];
      hear(locationId, last);
    }
  }

  return {
    committed,
    follow(locationId, listener) {
      const entry = entryOf(locationId);
      entry.listeners.add(listener);
      const begun = entry.begun.then((number) => entry.last ?? number);
      begun.catch(() => undefined);
      return {
        begun,
        async past(from, until) {
          const count = until - from;
          if (count <= 0 || count > MOST_KEPT) return count === 0 ? [] : null;
          const changes = await read(locationId, from, count);
          return changes.length === count && changes.at(-1)?.number === until ? changes : null;
        },
        async say(body, from) {
          const changes = await pool.work((line) =>
            inTransaction(line, locationId, (session) =>
              awaited(keepWords(session, postgresRows(session), { body, after: from, at: now() })),
            ),
          );
          if (changes !== null) committed(locationId, changes);
          return changes !== null;
        },
        stop: () => stop(locationId, entry, listener),
      };
    },
    close() {
      isOver = true;
      clearTimeout(looking);
      stopHearing();
      entries.clear();
    },
  };
}
