/** SQLite row functions of locations. */
import { atOnce, DONE, type Effect } from '../../../database/effect.ts';
import { sqliteRunner } from '../../../database/sql-runner.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import type { LocationRows, StoredLocation, TurnChange } from '../../operations/rows/locations.ts';
import { readDayRules } from '../day-rules.ts';
import { COUNT_OPEN, DROP_TURNS, DUE_TURNS, PLAN_ENDING, PUT_TURN, START_SERVICES, TURN } from '../queue-statements.ts';
import { desksAwayOf, staffCallsOf } from '../stored-location.ts';
import type { KnownQueues } from './queues.ts';
import type { TicketCache } from './ticket-cache.ts';

const SET = `INSERT INTO location_queue (location_id, day, seen_day, away, staff_calls) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (location_id) DO UPDATE SET day = excluded.day, seen_day = excluded.seen_day, away = excluded.away,
  staff_calls = excluded.staff_calls`;
const READ = `SELECT day, seen_day AS seenDay, away, staff_calls AS staffCalls
  FROM location_queue WHERE location_id = ?`;
const NEXT_DUE = 'SELECT min(at) AS at FROM turn_change WHERE location_id = ?';

/** In JSON. */
type Row = Omit<StoredLocation, 'away' | 'staffCalls'> & { readonly away: string; readonly staffCalls: string };

const NO_TURNS: Effect<readonly TurnChange[]> = atOnce([]);

/** Maximum number of cached locations. */
const MAX_REMEMBERED = 10_000;

/**
 * Rows of locations with a cache: each operation reads its location, which changes once a day. This process is the only
 * writer of the file. A rollback must create these rows again.
 */
export function locationRows(db: Db, queues: KnownQueues, tickets: TicketCache): LocationRows {
  const runner = sqliteRunner(db);
  const remembered = new Map<string, StoredLocation>();
  /** Time of the next turn change by location. */
  const nextDue = new Map<string, number>();
  const rememberDue = (locationId: string, at: number): number => {
    if (nextDue.size >= MAX_REMEMBERED) nextDue.clear();
    nextDue.set(locationId, at);
    return at;
  };
  const firstDue = (locationId: string): number =>
    nextDue.get(locationId) ??
    rememberDue(locationId, db.get<{ at: number | null }>(NEXT_DUE, locationId)?.at ?? Number.POSITIVE_INFINITY);
  const remember = (locationId: string, location: StoredLocation): void => {
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(locationId, location);
  };

  return {
    location(locationId) {
      const known = remembered.get(locationId);
      if (known !== undefined) return atOnce(known);
      const row = db.get<Row>(READ, locationId);
      if (row === undefined) return atOnce(null);
      const location: StoredLocation = {
        ...row,
        away: desksAwayOf(locationId, row.away),
        staffCalls: staffCallsOf(locationId, row.staffCalls),
      };
      remember(locationId, location);
      return atOnce(location);
    },
    setLocation(locationId, location) {
      const { day, seenDay, away, staffCalls } = location;
      db.run(SET, locationId, day, seenDay, JSON.stringify(away), JSON.stringify(staffCalls));
      remember(locationId, location);
      return DONE;
    },
    *countOpen(locationId) {
      queues.writeQueues();
      return (yield* runner.one<{ open: number }>(COUNT_OPEN, locationId))?.open ?? 0;
    },
    *startServices(locationId, now, mark) {
      if (mark) yield* runner.run(PLAN_ENDING, locationId, now);
      queues.writeQueues();
      yield* runner.run(START_SERVICES, locationId);
      // Tickets that waited there belong to an earlier day.
      tickets.forgetAll();
    },
    callMemory: (locationId) =>
      atOnce(
        db.get<{ memory: number }>(
          'SELECT priorities_in_a_row AS memory FROM location_queue WHERE location_id = ?',
          locationId,
        )?.memory ?? 0,
      ),
    setCallMemory(locationId, memory) {
      db.run('UPDATE location_queue SET priorities_in_a_row = ? WHERE location_id = ?', memory, locationId);
      return DONE;
    },
    *putTurnChange(locationId, { at, ticketId, change }) {
      yield* runner.run(PUT_TURN, locationId, at, ticketId, change);
      rememberDue(locationId, Math.min(at, firstDue(locationId)));
    },
    dueTurnChanges: (locationId, now) =>
      firstDue(locationId) > now ? NO_TURNS : runner.all<TurnChange>(DUE_TURNS, locationId, now),
    *makeTurnChange({ ticketId, change }) {
      yield* runner.run(TURN[change], '', ticketId);
      tickets.forget(ticketId);
      if (change === 'joins') tickets.forgetLanes();
    },
    dropTurnChanges(locationId, until) {
      nextDue.delete(locationId);
      return runner.run(DROP_TURNS, locationId, until);
    },
    dayRules: (locationId) => readDayRules(runner, locationId),
  };
}
