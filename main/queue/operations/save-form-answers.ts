import { ERRNO } from '../../contract/errno.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import type { QueueOperations } from '../queue.ts';
import type { QueueFault } from '../request.ts';
import type { Steps } from '../step.ts';
import type { Unit } from '../unit.ts';

/** Changes answers of a ticket that is in one of the states. 6 without that ticket, 115 in any other state. */
export function* saveFormAnswers(
  { rows, now }: Unit,
  input: QueueOperations['saveFormAnswers']['input'],
): Steps<Result<QueueOperations['saveFormAnswers']['output'], QueueFault>> {
  const stored = yield* rows.ticket(input.ticketId);
  if (stored === null) return fail({ errno: ERRNO.notFound, parameter: 'ticket_id' });
  if (!input.states.includes(stored.ticket.state)) return fail({ errno: ERRNO.ticketState });
  yield* rows.removeFormAnswers(stored.ticket.id, input.remove);
  yield* rows.putFormAnswers(stored.ticket.id, input.put, now);
  return ok({ saved: input.put.length });
}
