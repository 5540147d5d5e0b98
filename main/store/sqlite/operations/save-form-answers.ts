import { ERRNO } from '../../../contract/errno.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import type { QueueFault, QueueOperations } from '../../store.ts';
import { putFormAnswers, removeFormAnswers } from '../form-answers.ts';
import { readTicket } from '../ticket-rows.ts';
import type { Transaction } from '../transaction.ts';

/** Changes answers of a ticket that is in one of the states. 6 without that ticket, 115 in any other state. */
export function saveFormAnswers(
  { db, now }: Transaction,
  input: QueueOperations['saveFormAnswers']['input'],
): Result<{ readonly saved: number }, QueueFault> {
  const ticket = readTicket(db, input.ticketId);
  if (ticket === undefined) return fail({ errno: ERRNO.notFound });
  if (!input.states.includes(ticket.state)) return fail({ errno: ERRNO.ticketState });
  removeFormAnswers(db, ticket.id, input.remove);
  putFormAnswers(db, ticket.id, input.put, now);
  return ok({ saved: input.put.length });
}
