import { atOnce, DONE } from '../../../database/effect.ts';
import { sqliteRunner } from '../../../database/sql-runner.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import type { LocationRows, StoredLocation, TurnChange } from '../../operations/rows/locations.ts';
import { readDayRules } from '../day-rules.ts';
import { desksAwayOf, staffCallsOf } from '../stored-location.ts';
import type { KnownTickets } from './known-tickets.ts';
import type { KnownQueues } from './queues.ts';

const SET = `INSERT INTO location_queue (location_id, day, seen_day, away, staff_calls) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (location_id) DO UPDATE SET day = excluded.day, seen_day = excluded.seen_day, away = excluded.away,
  staff_calls = excluded.staff_calls`;
const READ = `SELECT day, seen_day AS seenDay, away, staff_calls AS staffCalls
  FROM location_queue WHERE location_id = ?`;
const COUNT_OPEN = `SELECT coalesce(sum(waiting + (SELECT count(*) FROM ticket
    WHERE state = 3 AND dst_service_id = service_queue.service_id AND generation = service_queue.generation)), 0) AS open
  FROM service_queue WHERE location_id = ?`;
const PLAN_ENDING = `INSERT OR REPLACE INTO day_end (service_id, ended_at)
  SELECT service_id, ? FROM service_queue WHERE location_id = ?`;
const START_SERVICES = `UPDATE service_queue SET waiting = 0, waiting_priority = 0, generation = generation + 1, round = round + 1, last_number = NULL,
  waits = '[]', average_wait_seconds = NULL, seconds_per_place = NULL, leased_first = NULL, leased_last = NULL
  WHERE location_id = ?`;
const NEXT_DUE = 'SELECT min(at) AS at FROM turn_change WHERE location_id = ?';
const DUE = `SELECT at, ticket_id AS ticketId, change FROM turn_change
  WHERE location_id = ? AND at <= ? ORDER BY at, ticket_id`;
// A ticket that waits again has been transferred, and a transferred one is no appointment any more.
const JOIN = `UPDATE ticket SET lane = substr(lane, 2)
  WHERE id = ? AND state = 1 AND transferred = 0 AND substr(lane, 1, 1) = 'h'`;
const AGE = 'UPDATE ticket SET waiting_since = issued_at WHERE id = ? AND state = 1 AND transferred = 0';

/** In JSON. */
type Row = Omit<StoredLocation, 'away' | 'staffCalls'> & { readonly away: string; readonly staffCalls: string };

/** How many locations are remembered. */
const MAX_REMEMBERED = 10_000;

/**
 * What each operation asks of its location has not changed since the last one, but once a day: so it is remembered here.
 * Nobody else writes to the file. Whoever undoes a transaction makes these rows anew.
 */
export function locationRows(db: Db, queues: KnownQueues, tickets: KnownTickets): LocationRows {
  const remembered = new Map<string, StoredLocation>();
  /** When the turn of somebody changes next. */
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
    countOpen(locationId) {
      queues.writeQueues();
      return atOnce(db.get<{ open: number }>(COUNT_OPEN, locationId)?.open ?? 0);
    },
    startServices(locationId, now, mark) {
      if (mark) db.run(PLAN_ENDING, now, locationId);
      queues.writeQueues();
      db.run(START_SERVICES, locationId);
      // What waited there is of a day that is over.
      tickets.forgetAll();
      return DONE;
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
    putTurnChange(locationId, { at, ticketId, change }) {
      db.run(
        'INSERT INTO turn_change (location_id, at, ticket_id, change) VALUES (?, ?, ?, ?)',
        locationId,
        at,
        ticketId,
        change,
      );
      rememberDue(locationId, Math.min(at, firstDue(locationId)));
      return DONE;
    },
    dueTurnChanges: (locationId, now) =>
      atOnce(firstDue(locationId) > now ? [] : db.all<TurnChange>(DUE, locationId, now)),
    makeTurnChange({ ticketId, change }) {
      db.run(change === 'joins' ? JOIN : AGE, ticketId);
      tickets.forget(ticketId);
      if (change === 'joins') tickets.forgetLanes();
      return DONE;
    },
    dropTurnChanges(locationId, until) {
      nextDue.delete(locationId);
      if (until === null) db.run('DELETE FROM turn_change WHERE location_id = ?', locationId);
      else db.run('DELETE FROM turn_change WHERE location_id = ? AND at <= ?', locationId, until);
      return DONE;
    },
    dayRules: (locationId) => readDayRules(sqliteRunner(db), locationId),
  };
}
