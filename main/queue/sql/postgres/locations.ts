/** PostgreSQL row functions of locations. */
import type { Effects } from '../../../database/effect.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { changeOfMany, statement } from '../../../database/postgres/statement.ts';
import { postgresRunner } from '../../../database/sql-runner.ts';
import { LOCATION_QUEUE } from '../../../database/tables/queue-tables.ts';
import type { UuidSource } from '../../../lib/uuid.ts';
import type { LocationRows, StoredLocation, TurnChange } from '../../operations/rows/locations.ts';
import { readDayRules } from '../day-rules.ts';
import { COUNT_OPEN, DROP_TURNS, DUE_TURNS, PLAN_ENDING, PUT_TURN, START_SERVICES, TURN } from '../queue-statements.ts';
import { desksAwayOf, staffCallsOf } from '../stored-location.ts';
import type { CachedQueues } from './queues.ts';
import type { CachedTickets } from './tickets.ts';

const FIELDS =
  'day, seen_day AS "seenDay", away, staff_calls AS "staffCalls", priorities_in_a_row AS "prioritiesInARow", event_number AS "eventNumber", last_id AS "lastId"';
const READ = statement('location', `SELECT ${FIELDS} FROM location_queue WHERE location_id = $1`);
const LOCK = statement('lock-location', `SELECT ${FIELDS} FROM location_queue WHERE location_id = $1 FOR UPDATE`);
/** Locks those locations that no other transaction has locked. */
export const LOCK_FREE = statement(
  'lock-free-locations',
  `SELECT location_id AS "locationId", ${FIELDS} FROM location_queue WHERE location_id = ANY ($1) FOR UPDATE SKIP LOCKED`,
);
export const ADD_LOCATION = statement(
  'add-location',
  'INSERT INTO location_queue (location_id) VALUES ($1) ON CONFLICT DO NOTHING',
);
const WRITE = changeOfMany('write-locations', LOCATION_QUEUE, {
  columns: ['day', 'seen_day', 'away', 'staff_calls', 'priorities_in_a_row', 'event_number', 'last_id'],
});
export const NEXT_TURNS = statement(
  'next-turn-changes',
  `SELECT turn.* FROM unnest($1::text[]) AS place (location_id)
  CROSS JOIN LATERAL (SELECT location_id AS "locationId", at FROM turn_change WHERE location_id = place.location_id
    ORDER BY at LIMIT 1) AS turn`,
);

export interface NextTurn {
  readonly locationId: string;
  readonly at: number;
}

export interface LocationRow {
  readonly day: string | null;
  readonly seenDay: string | null;
  /** JSON. */
  readonly away: string;
  /** JSON. */
  readonly staffCalls: string;
  readonly prioritiesInARow: number;
  /** Number of the last published change. */
  readonly eventNumber: number;
  /** Newest id of tickets and calls over all servers; empty if there is none. */
  readonly lastId: string;
}

export interface LocationLock {
  /**
   * Locks the location until the commit. False if it had to wait: then the queries sent together with the lock must be
   * repeated.
   */
  lock(): Effects<boolean>;
  /** Caches the row read with the lock. */
  knowLocation(row: LocationRow): void;
  /** Caches the time of the next turn change here. */
  knowNextTurn(next: NextTurn | undefined): void;
  /** Reserves sequence numbers for changes, and returns the number before them. Requires the lock. */
  takeNumbers(count: number): number;
  /** Creates an id that sorts after all others of the location, over all servers. */
  nextId(now: number, make: UuidSource): string;
}

/** Stored value without absences, or without staff calls. */
const NOTHING = '{}';
const NEVER = Number.POSITIVE_INFINITY;

export function locationRows(
  session: DatabaseSession,
  others: CachedQueues & CachedTickets,
): LocationRows & LocationLock {
  const { locationId } = session;
  const runner = postgresRunner(session);
  let known: LocationRow | null = null;
  let isChanged = false;
  /** Time of the next turn change; null if unknown. */
  let nextTurn: number | null = null;

  session.onFlush(() => {
    if (!isChanged || known === null) return;
    const { day, seenDay, away, staffCalls, prioritiesInARow, eventNumber, lastId } = known;
    session.put(WRITE, {
      day,
      seen_day: seenDay,
      away,
      staff_calls: staffCalls,
      priorities_in_a_row: prioritiesInARow,
      event_number: eventNumber,
      last_id: lastId,
    });
    isChanged = false;
  }, 'late');

  function* read(): Effects<LocationRow> {
    known ??= (yield* session.ask<LocationRow>(READ, [locationId]))[0] ?? {
      day: null,
      seenDay: null,
      away: NOTHING,
      staffCalls: NOTHING,
      prioritiesInARow: 0,
      eventNumber: 0,
      lastId: '',
    };
    return known;
  }

  function* change(fields: Partial<LocationRow>): Effects<void> {
    known = { ...(yield* read()), ...fields };
    isChanged = true;
  }

  function* turnsFrom(): Effects<number> {
    nextTurn ??= (yield* session.ask<NextTurn>(NEXT_TURNS, [[locationId]]))[0]?.at ?? NEVER;
    return nextTurn;
  }

  return {
    *lock() {
      for (let wasThere = true; ; wasThere = false) {
        const [row] = yield* session.ask<LocationRow>(LOCK, [locationId]);
        known = row ?? null;
        if (row !== undefined) return wasThere;
        yield* session.change(ADD_LOCATION, [locationId]);
      }
    },
    knowLocation(row) {
      known = row;
    },
    knowNextTurn(next) {
      nextTurn = next?.at ?? NEVER;
    },
    takeNumbers(count) {
      if (known === null) throw new Error('Numbers must be issued under the lock of their location.');
      const { eventNumber } = known;
      known = { ...known, eventNumber: eventNumber + count };
      isChanged = true;
      return eventNumber;
    },
    nextId(now, make) {
      // Without the lock, ids need no order.
      if (known === null) return make(now);
      known = { ...known, lastId: make(now, known.lastId) };
      isChanged = true;
      return known.lastId;
    },
    *location() {
      const { day, seenDay, away, staffCalls } = yield* read();
      if (day === null || seenDay === null) return null;
      return {
        day,
        seenDay,
        away: away === NOTHING ? {} : desksAwayOf(locationId ?? '', away),
        staffCalls: staffCalls === NOTHING ? {} : staffCallsOf(locationId ?? '', staffCalls),
      };
    },
    setLocation: (_locationId, { day, seenDay, away, staffCalls }: StoredLocation) =>
      change({ day, seenDay, away: JSON.stringify(away), staffCalls: JSON.stringify(staffCalls) }),
    *countOpen() {
      session.flushAll();
      return (yield* runner.one<{ open: number }>(COUNT_OPEN, locationId))?.open ?? 0;
    },
    *startServices(_locationId, now, mark) {
      session.flushAll();
      if (mark) yield* runner.send(PLAN_ENDING, locationId, now);
      yield* runner.send(START_SERVICES, locationId);
      others.forgetQueues();
      others.forget();
    },
    *callMemory() {
      return (yield* read()).prioritiesInARow;
    },
    setCallMemory: (_locationId, prioritiesInARow) => change({ prioritiesInARow }),
    *putTurnChange(_locationId, { at, ticketId, change: what }) {
      // Written after the ticket itself.
      yield* runner.run(PUT_TURN, locationId, at, ticketId, what);
      if (nextTurn !== null) nextTurn = Math.min(nextTurn, at);
    },
    *dueTurnChanges(_locationId, now) {
      if ((yield* turnsFrom()) > now) return [];
      return yield* runner.all<TurnChange>(DUE_TURNS, locationId, now);
    },
    *makeTurnChange({ ticketId, change: what }) {
      yield* runner.run(TURN[what], locationId, ticketId);
      others.forget(ticketId);
    },
    *dropTurnChanges(_locationId, until) {
      yield* runner.run(DROP_TURNS, locationId, until);
      nextTurn = null;
    },
    dayRules: (of) => readDayRules(runner, of),
  };
}
