/**
 * Time-dependent changes of an appointment ticket's turn.
 *
 * When it may be called, and when it is like any other.
 */

import type { Attendance } from '../../../appointments/rules/check-in.ts';
import type { TicketRecord } from '../../contract/records.ts';
import type { TurnChange } from '../rows/locations.ts';
import type { InLane, TicketTurn } from '../rows/tickets.ts';
import { heldLane, isHeld, laneOf, lanePastHold } from './lanes.ts';

/** The lane of a new ticket. */
export function firstLane(ticket: TicketRecord, { from }: Attendance): string {
  return isToCome(from, ticket.issuedAt) ? heldLane(laneOf(ticket)) : laneOf(ticket);
}

/** When the place of a new ticket will change. */
export function turnChangesOf(ticket: TicketRecord, { from, until }: Attendance): readonly TurnChange[] {
  const changes: TurnChange[] = [];
  if (isToCome(from, ticket.issuedAt)) changes.push({ at: from, ticketId: ticket.id, change: 'joins' });
  // Whoever checked in after the booked time waits since then already.
  if (isToCome(until, ticket.issuedAt) && ticket.waitingSince > ticket.issuedAt) {
    changes.push({ at: until, ticketId: ticket.id, change: 'ages' });
  }
  return changes;
}

function isToCome(at: number | null, now: number): at is number {
  return at !== null && at > now;
}

/** Sees tickets as they will be once what is due has been written, which only a call does. */
export function seenWith(due: readonly TurnChange[]): <T extends TicketTurn>(waiting: InLane<T>) => InLane<T> {
  if (due.length === 0) return (waiting) => waiting;
  const changed = (change: TurnChange['change']): ReadonlySet<string> =>
    new Set(due.filter((each) => each.change === change).map(({ ticketId }) => ticketId));
  const joined = changed('joins');
  const aged = changed('ages');
  return ({ ticket, lane, class: ticketClass }) => ({
    class: ticketClass,
    ticket: aged.has(ticket.id) && !ticket.transferred ? { ...ticket, waitingSince: ticket.issuedAt } : ticket,
    lane: joined.has(ticket.id) && isHeld(lane) ? lanePastHold(lane) : lane,
  });
}
