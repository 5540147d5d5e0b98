/** Query: tickets that phones follow. */
import type { Effects } from '../../database/effect.ts';
import { type CallRecord, TICKET_STATE, type TicketRecord } from '../../queue/contract/records.ts';
import type { StoredTicket } from '../../queue/operations/rows/tickets.ts';
import type { Rows } from '../../store/contract/rows.ts';
import { query, type ScopeInput } from '../../store/contract/scope.ts';

/** A ticket as followed by its visitor's phone. */
export interface FollowedTicket {
  readonly ticket: TicketRecord;
  /** Its open call; null if there is none. */
  readonly answer: CallRecord | null;
  /** Time of its last state change: epoch milliseconds. */
  readonly changedAt: number;
  /** Calls of its service since its cancellation; null unless it is cancelled. */
  readonly calledSince: number | null;
}

/** The existing ones of these tickets. */
export const followedTickets = query<ScopeInput['tickets'], readonly FollowedTicket[]>({
  scope: 'tickets',
  snapshot: true,
  *run(rows, input) {
    const followed: FollowedTicket[] = [];
    for (const id of input.ticketIds) {
      const stored = yield* rows.ticket(id);
      if (stored !== null) followed.push(yield* asFollowed(rows, stored));
    }
    return followed;
  },
});

function* asFollowed(rows: Rows, stored: StoredTicket): Effects<FollowedTicket> {
  const { ticket, changedAt, calledWhenCancelled: when } = stored;
  const called = when === null ? null : yield* rows.queue(ticket.dstServiceId);
  return {
    ticket,
    answer: ticket.state === TICKET_STATE.inService ? yield* rows.openAnswerOf(ticket) : null,
    changedAt,
    calledSince: when === null ? null : (called?.called ?? when) - when,
  };
}
