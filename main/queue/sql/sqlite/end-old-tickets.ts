/**
 * Tickets that waited or were paused when their day ended are invisible from that moment on, by their generation. Here
 * they are marked as ended too, some at a time, so that nobody waits long behind a long queue. A program that stops in
 * between goes on at its next start.
 */

import type { Db } from '../../../database/sqlite/db.ts';
import { TICKET_STATE } from '../../contract/records.ts';

/** A few milliseconds of work. */
const SLICE_ROWS = 1000;

const PLAN = `INSERT OR REPLACE INTO day_end (service_id, ended_at)
  SELECT service_id, ? FROM service_queue WHERE location_id = ?`;

export function planEnding(db: Db, locationId: string, now: number): void {
  db.run(PLAN, now, locationId);
}

const END = `UPDATE ticket SET state = ${TICKET_STATE.ended}, changed_at = ? WHERE id IN (SELECT id FROM ticket
  WHERE state = $STATE AND dst_service_id = ?
  AND generation < (SELECT generation FROM service_queue WHERE service_id = ?) LIMIT ${SLICE_ROWS})`;
const END_WAITING = END.replace('$STATE', String(TICKET_STATE.waiting));
const END_PAUSED = END.replace('$STATE', String(TICKET_STATE.paused));

const NEXT = 'SELECT service_id, ended_at FROM day_end LIMIT 1';

/** Ends some of them, as a transaction of its own; says whether there may be more. Takes no lock for nothing. */
export function endOldTickets(db: Db): boolean {
  const next = db.get<{ service_id: string; ended_at: number }>(NEXT);
  if (next === undefined) return false;
  const { service_id: id, ended_at: at } = next;
  db.transaction(() => {
    const ended = [END_WAITING, END_PAUSED].map((end) => db.run(end, at, id, id));
    if (ended.every((rows) => rows < SLICE_ROWS)) db.run('DELETE FROM day_end WHERE service_id = ?', id);
  });
  return true;
}
