import { ERRNO } from '../../../contract/errno.ts';
import { fail, type Result } from '../../../contract/result.ts';
import { withinTolerance } from '../../../core/tolerance.ts';
import type { CalledTicket, CallTicketInput, QueueFault } from '../../store.ts';
import { readQueue } from '../service-queue.ts';
import type { Transaction } from '../transaction.ts';
import { callToDesk, findCallable } from './call.ts';

/** Calls a cancelled ticket again; 117 when too many of its service have been called since. */
export function callCancelledTicket(
  transaction: Transaction,
  input: CallTicketInput,
): Result<CalledTicket, QueueFault> {
  const ticket = findCallable(transaction, 'callCancelledTicket', input);
  if (!ticket.ok) return ticket;
  const called = readQueue(transaction.db, ticket.value.dst_service_id)?.called ?? 0;
  const calledSince = called - (ticket.value.called_when_cancelled ?? 0);
  if (!withinTolerance(calledSince, input.tolerance ?? -1)) return fail({ errno: ERRNO.beyondTolerance });
  return callToDesk(transaction, 'callCancelledTicket', input, ticket.value);
}
