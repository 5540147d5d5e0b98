/**
 * Shifts days, tickets and calls after a clock correction.
 *
 * No day begins: numbers continue, and waiting tickets keep their place. Records of a time when the clock was known to
 * be wrong are shifted, including history. Otherwise only open records are shifted, so that no wait is negative or a
 * day too long.
 */

import type { Db } from '../../database/sqlite/db.ts';
import { CALL_STATE, TICKET_STATE } from '../../queue/contract/records.ts';
import { desksAwayOf, staffCallsOf } from '../../queue/sql/stored-location.ts';
import type { ClockRight } from '../contract/store.ts';

/** A booked time is not measured, so it stays. */
const MOVED = `issued_at = issued_at + $by, changed_at = changed_at + $by,
  waiting_since = CASE WHEN waiting_since = scheduled_at THEN waiting_since ELSE waiting_since + $by END`;
const HERE = 'location_id IN (SELECT location_id FROM location_queue)';
const OPEN_CALLS = `${HERE} AND state = ${CALL_STATE.inService}`;
const IN_QUEUE = `dst_service_id IN (SELECT service_id FROM service_queue) AND generation =
  (SELECT generation FROM service_queue WHERE service_id = ticket.dst_service_id)`;

const MOVE_DAY = 'UPDATE location_queue SET day = ?, seen_day = ? WHERE location_id = ?';

const moved = (by: number): string => MOVED.replaceAll('$by', String(by));

/** The numbers are our integers, not external text. */
function moveAllSince(db: Db, by: number, since: number, until: number): void {
  const span = (column: string): string => `${HERE} AND ${column} BETWEEN ${since} AND ${until}`;
  db.exec(`UPDATE ticket SET ${moved(by)} WHERE ${span('issued_at')}`);
  db.exec(`UPDATE answer SET ended_at = ended_at + ${by}, called_at = called_at + ${by} WHERE ${span('called_at')}`);
  db.exec(`UPDATE call_result SET called_at = called_at + ${by} WHERE ${span('called_at')}`);
  db.exec(`UPDATE desk_time SET ended_at = ended_at + ${by}, began_at = began_at + ${by} WHERE ${span('began_at')}`);
  db.exec(`UPDATE idempotency SET created_at = created_at + ${by} WHERE created_at BETWEEN ${since} AND ${until}`);
}

function moveOpen(db: Db, by: number): void {
  const set = moved(by);
  for (const state of [TICKET_STATE.waiting, TICKET_STATE.paused]) {
    db.exec(`UPDATE ticket SET ${set} WHERE state = ${state} AND ${IN_QUEUE}`);
  }
  db.exec(`UPDATE ticket SET ${set} WHERE id IN (SELECT ticket_id FROM answer WHERE ${OPEN_CALLS})`);
  db.exec(`UPDATE call_result SET called_at = called_at + ${by}
    WHERE answer_id IN (SELECT id FROM answer WHERE ${OPEN_CALLS})`);
  db.exec(`UPDATE answer SET called_at = called_at + ${by} WHERE ${OPEN_CALLS}`);
}

interface OpenThings {
  readonly location_id: string;
  readonly away: string;
  readonly staff_calls: string;
}

/** Shifts absences and staff calls, which are JSON. */
function moveInLocations(db: Db, by: number): void {
  for (const row of db.all<OpenThings>('SELECT location_id, away, staff_calls FROM location_queue')) {
    const { location_id: id } = row;
    const [away, calls] = [desksAwayOf(id, row.away), staffCallsOf(id, row.staff_calls)].map((read) =>
      JSON.stringify(read, (name, value) => (INSTANTS.has(name) && Number.isInteger(value) ? value + by : value)),
    );
    db.run(
      'UPDATE location_queue SET away = ?, staff_calls = ? WHERE location_id = ?',
      away ?? row.away,
      calls ?? row.staff_calls,
      id,
    );
  }
}

const INSTANTS: ReadonlySet<string> = new Set(['since', 'until', 'takenAt']);

export function putClockRight(db: Db, { byMs, wrongSince, now, days }: ClockRight): void {
  const by = Math.round(byMs);
  if (wrongSince === null) moveOpen(db, by);
  else moveAllSince(db, by, Math.floor(wrongSince), Math.ceil(now - by));
  moveInLocations(db, by);
  for (const { locationId, day, seenDay } of days) db.run(MOVE_DAY, day, seenDay, locationId);
}
