/**
 * Appointments whose turn depends on the time. One that cannot be next yet stands in a lane of its own, which no desk
 * calls from; so the next ticket is still the head of a lane, and nothing is ever searched for.
 */

import type { TicketRecord } from '../../contract/queue.ts';
import type { Attendance } from '../../core/check-in.ts';
import type { Db } from './db.ts';
import { laneOf } from './ticket-rows.ts';

interface TurnChange {
  readonly at: number;
  readonly ticket_id: string;
  readonly change: 'joins' | 'ages';
}

const HELD = 'h';

/** The lane of a new ticket. */
export function firstLane(ticket: TicketRecord, { from }: Attendance): string {
  return isToCome(from, ticket.issuedAt) ? `${HELD}${laneOf(ticket)}` : laneOf(ticket);
}

export function isHeld(lane: string): boolean {
  return lane.startsWith(HELD);
}

/** Notes when the place of a new ticket will change. */
export function planTurnChanges(db: Db, ticket: TicketRecord, { from, until }: Attendance): void {
  if (isToCome(from, ticket.issuedAt)) put(db, ticket, from, 'joins');
  // Whoever checked in after the booked time waits since then already.
  if (isToCome(until, ticket.issuedAt) && ticket.waitingSince > ticket.issuedAt) put(db, ticket, until, 'ages');
}

function isToCome(at: number | null, now: number): at is number {
  return at !== null && at > now;
}

function put(db: Db, { id, locationId }: TicketRecord, at: number, change: TurnChange['change']): void {
  db.run(
    'INSERT INTO turn_change (location_id, at, ticket_id, change) VALUES (?, ?, ?, ?)',
    locationId,
    at,
    id,
    change,
  );
}

/** Changes that are due, first things first. */
export function dueTurnChanges(db: Db, locationId: string, now: number): readonly TurnChange[] {
  return db.all<TurnChange>(
    'SELECT at, ticket_id, change FROM turn_change WHERE location_id = ? AND at <= ? ORDER BY at, ticket_id',
    locationId,
    now,
  );
}

// A ticket that waits again has been transferred, and a transferred one is no appointment any more.
const JOIN = `UPDATE ticket SET lane = substr(lane, 2)
  WHERE id = ? AND state = 1 AND transferred = 0 AND substr(lane, 1, 1) = '${HELD}'`;
const AGE = 'UPDATE ticket SET waiting_since = issued_at WHERE id = ? AND state = 1 AND transferred = 0';

/** Does what is due. Costs nothing when nothing is. */
export function makeTurnChanges(db: Db, locationId: string, now: number): void {
  const due = dueTurnChanges(db, locationId, now);
  for (const { ticket_id, change } of due) db.run(change === 'joins' ? JOIN : AGE, ticket_id);
  if (due.length > 0) db.run('DELETE FROM turn_change WHERE location_id = ? AND at <= ?', locationId, now);
}

/** The day is over: nobody waits any more. */
export function dropTurnChanges(db: Db, locationId: string): void {
  db.run('DELETE FROM turn_change WHERE location_id = ?', locationId);
}
