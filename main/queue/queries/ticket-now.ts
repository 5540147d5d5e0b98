import { TICKET_STATE } from '../../contract/queue.ts';
import type { QueueQueries, TicketNow } from '../queue.ts';
import type { Rows, StoredTicket } from '../rows.ts';
import type { Steps } from '../step.ts';

/** A ticket with its newest call. That of one that waits is over, and not asked for. */
export function* ticketNow(
  rows: Rows,
  { ticketId }: QueueQueries['ticketNow']['input'],
): Steps<QueueQueries['ticketNow']['output']> {
  const stored = yield* rows.ticket(ticketId);
  if (stored === null) return null;
  if (stored.ticket.state === TICKET_STATE.waiting) return { ticket: stored.ticket, answer: null };
  return (yield* withCalls(rows, [stored]))[0] ?? null;
}

/** In the same order. All of one location. */
export function* withCalls(rows: Rows, tickets: readonly StoredTicket[]): Steps<readonly TicketNow[]> {
  const answers = tickets.length === 0 ? [] : yield* rows.lastAnswersOf(tickets);
  const byTicket = new Map(answers.map((answer) => [answer.ticketId, answer]));
  return tickets.map(({ ticket }) => ({ ticket, answer: byTicket.get(ticket.id) ?? null }));
}
