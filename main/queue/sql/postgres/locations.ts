import { DONE, type Effects } from '../../../database/effect.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { changeOfMany, statement } from '../../../database/postgres/statement.ts';
import { postgresRunner } from '../../../database/sql-runner.ts';
import type { UuidSource } from '../../../lib/uuid.ts';
import type { LocationRows, StoredLocation, TurnChange } from '../../operations/rows/locations.ts';
import { readDayRules } from '../day-rules.ts';
import { desksAwayOf, staffCallsOf } from '../stored-location.ts';
import type { CachedQueues } from './queues.ts';
import type { CachedTickets } from './tickets.ts';

const FIELDS =
  'day, seen_day AS "seenDay", away, staff_calls AS "staffCalls", priorities_in_a_row AS "prioritiesInARow", event_number AS "eventNumber", last_id AS "lastId"';
const READ = statement('location', `SELECT ${FIELDS} FROM location_queue WHERE location_id = $1`);
const LOCK = statement('lock-location', `SELECT ${FIELDS} FROM location_queue WHERE location_id = $1 FOR UPDATE`);
/** Those that nobody else holds. */
export const LOCK_FREE = statement(
  'lock-free-locations',
  `SELECT location_id AS "locationId", ${FIELDS} FROM location_queue WHERE location_id = ANY ($1) FOR UPDATE SKIP LOCKED`,
);
export const ADD_LOCATION = statement(
  'add-location',
  'INSERT INTO location_queue (location_id) VALUES ($1) ON CONFLICT DO NOTHING',
);
const WRITE = changeOfMany('write-locations', 'location_queue', {
  columns: {
    day: 'text',
    seen_day: 'text',
    away: 'text',
    staff_calls: 'text',
    priorities_in_a_row: 'integer',
    event_number: 'bigint',
    last_id: 'text',
  },
});
const COUNT_OPEN = statement(
  'count-open',
  `SELECT coalesce(sum(waiting + (SELECT count(*) FROM ticket WHERE ticket.location_id = $1 AND state = 3
    AND dst_service_id = service_queue.service_id AND ticket.generation = service_queue.generation)), 0)::bigint AS open
  FROM service_queue WHERE location_id = $1`,
);
const PLAN_ENDING = statement(
  'plan-ending',
  `INSERT INTO day_end (location_id, service_id, ended_at)
  SELECT location_id, service_id, $2 FROM service_queue WHERE location_id = $1
  ON CONFLICT (location_id, service_id) DO UPDATE SET ended_at = excluded.ended_at`,
);
const START_SERVICES = statement(
  'start-services',
  `UPDATE service_queue SET waiting = 0, waiting_priority = 0, generation = generation + 1, round = round + 1,
  last_number = NULL, waits = '[]', average_wait_seconds = NULL, seconds_per_place = NULL,
  leased_first = NULL, leased_last = NULL WHERE location_id = $1`,
);
const PUT_TURN = statement(
  'put-turn-change',
  'INSERT INTO turn_change (location_id, at, ticket_id, change) VALUES ($1, $2, $3, $4)',
);
export const NEXT_TURNS = statement(
  'next-turn-changes',
  `SELECT turn.* FROM unnest($1::text[]) AS place (location_id)
  CROSS JOIN LATERAL (SELECT location_id AS "locationId", at FROM turn_change WHERE location_id = place.location_id
    ORDER BY at LIMIT 1) AS turn`,
);
const DUE = statement(
  'due-turn-changes',
  `SELECT at, ticket_id AS "ticketId", change FROM turn_change WHERE location_id = $1 AND at <= $2 ORDER BY at, ticket_id`,
);
// A ticket that waits again has been transferred, and a transferred one is no appointment any more.
const JOIN = statement(
  'ticket-joins',
  `UPDATE ticket SET lane = substr(lane, 2)
  WHERE location_id = $1 AND id = $2 AND state = 1 AND NOT transferred AND substr(lane, 1, 1) = 'h'`,
);
const AGE = statement(
  'ticket-ages',
  'UPDATE ticket SET waiting_since = issued_at WHERE location_id = $1 AND id = $2 AND state = 1 AND NOT transferred',
);
const DROP_TURNS = statement(
  'drop-turn-changes',
  'DELETE FROM turn_change WHERE location_id = $1 AND at <= coalesce($2, at)',
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
  /** Of the last change that was told. */
  readonly eventNumber: number;
  /** Of tickets and calls, the last that any server made; empty when there is none. */
  readonly lastId: string;
}

export interface LocationLock {
  /**
   * Waits for the location: from here to the commit nobody else changes anything of it. False when nobody could wait for
   * it before: then what was sent with this question has to be asked again.
   */
  lock(): Effects<boolean>;
  /** Notes what came with the lock. */
  knowLocation(row: LocationRow): void;
  /** Notes when the next turn changes here, read ahead. */
  knowNextTurn(next: NextTurn | undefined): void;
  /** Takes so many numbers for what is to be told, and gives the one before them. Only under the lock. */
  takeNumbers(count: number): number;
  /** Makes an id that comes after all others of the location, whichever server made them. */
  nextId(now: number, make: UuidSource): string;
}

/** As it is written while somebody works at every desk, or nobody calls for staff. */
const NOTHING = '{}';
const NEVER = Number.POSITIVE_INFINITY;

export function locationRows(
  session: DatabaseSession,
  others: CachedQueues & CachedTickets,
): LocationRows & LocationLock {
  const { locationId } = session;
  let known: LocationRow | null = null;
  let isChanged = false;
  /** When the next change of a turn is due; null while that is not known. */
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
      if (known === null) throw new Error('Numbers are only taken under the lock of their location.');
      const { eventNumber } = known;
      known = { ...known, eventNumber: eventNumber + count };
      isChanged = true;
      return eventNumber;
    },
    nextId(now, make) {
      // Where nothing is locked, nothing is made that has an order.
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
      return (yield* session.ask<{ open: number }>(COUNT_OPEN, [locationId]))[0]?.open ?? 0;
    },
    startServices(_locationId, now, mark) {
      session.flushAll();
      if (mark) session.send(PLAN_ENDING, [locationId, now]);
      session.send(START_SERVICES, [locationId]);
      others.forgetQueues();
      others.forget();
      return DONE;
    },
    *callMemory() {
      return (yield* read()).prioritiesInARow;
    },
    setCallMemory: (_locationId, prioritiesInARow) => change({ prioritiesInARow }),
    *putTurnChange(_locationId, { at, ticketId, change: what }) {
      // After the ticket itself.
      yield* session.change(PUT_TURN, [locationId, at, ticketId, what]);
      if (nextTurn !== null) nextTurn = Math.min(nextTurn, at);
    },
    *dueTurnChanges(_locationId, now) {
      if ((yield* turnsFrom()) > now) return [];
      return yield* session.ask<TurnChange>(DUE, [locationId, now]);
    },
    *makeTurnChange({ ticketId, change: what }) {
      yield* session.change(what === 'joins' ? JOIN : AGE, [locationId, ticketId]);
      others.forget(ticketId);
    },
    *dropTurnChanges(_locationId, until) {
      yield* session.change(DROP_TURNS, [locationId, until]);
      nextTurn = null;
    },
    dayRules: (of) => readDayRules(postgresRunner(session), of),
  };
}
