import { TICKET_STATE } from '../../contract/queue.ts';
import type { FollowedTicket, QueueQueries } from '../queue.ts';
import type { StoredTicket } from '../rows/tickets.ts';
import type { Rows } from '../rows.ts';
import type { Steps } from '../step.ts';

export function* followedTickets(
  rows: Rows,
  input: QueueQueries['followedTickets']['input'],
): Steps<readonly FollowedTicket[]> {
  const followed: FollowedTicket[] = [];
  for (const id of input.ticketIds) {
    const stored = yield* rows.ticket(id);
    if (stored !== null) followed.push(yield* asFollowed(rows, stored));
  }
  return followed;
}

function* asFollowed(rows: Rows, stored: StoredTicket): Steps<FollowedTicket> {
  const { ticket, changedAt, calledWhenCancelled: when } = stored;
  const called = when === null ? null : yield* rows.queue(ticket.dstServiceId);
  return {
    ticket,
    answer: ticket.state === TICKET_STATE.inService ? yield* rows.openAnswerOf(ticket) : null,
    changedAt,
    calledSince: when === null ? null : (called?.called ?? when) - when,
  };
}
