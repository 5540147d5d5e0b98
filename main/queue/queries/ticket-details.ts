import { TICKET_STATE } from '../../contract/queue.ts';
import type { QueueQueries } from '../queue.ts';
import type { Rows } from '../rows.ts';
import type { Steps } from '../step.ts';

/** A ticket with its newest call. That of one that waits is over, and not asked for. */
export function* ticketDetails(
  rows: Rows,
  { ticketId, withFormAnswers }: QueueQueries['ticketDetails']['input'],
): Steps<QueueQueries['ticketDetails']['output']> {
  const stored = yield* rows.ticket(ticketId);
  if (stored === null) return null;
  const { ticket } = stored;
  const [answer = null] = ticket.state === TICKET_STATE.waiting ? [] : yield* rows.lastAnswersOf([stored]);
  return { ticket, answer, formAnswers: withFormAnswers ? yield* rows.formAnswers(ticketId) : [] };
}
