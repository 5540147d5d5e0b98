/**
 * Time-dependent changes of an appointment ticket's turn.
 *
 * When it becomes callable, and when it counts as an ordinary ticket.
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

/** Scheduled changes of a new ticket's turn. */
export function turnChangesOf(ticket: TicketRecord, { from, until }: Attendance): readonly TurnChange[] {
  const changes: TurnChange[] = [];
  if (isToCome(from, ticket.issuedAt)) changes.push({ at: from, ticketId: ticket.id, change: 'joins' });
  // A visitor who checked in after the booked time already waits since then.
  if (isToCome(until, ticket.issuedAt) && ticket.waitingSince > ticket.issuedAt) {
    changes.push({ at: until, ticketId: ticket.id, change: 'ages' });
  }
  return changes;
}

function isToCome(at: number | null, now: number): at is number {
  return at !== null && at > now;
}

/** Applies due changes to tickets in memory; only a call writes them. */
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
