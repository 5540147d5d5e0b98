import type { Result } from '../../../contract/result.ts';
import type { CalledTicket, CallTicketInput, QueueFault } from '../../store.ts';
import type { Transaction } from '../transaction.ts';
import { callToDesk, findCallable } from './call.ts';

/** Calls a paused ticket again. */
export function callPausedTicket(transaction: Transaction, input: CallTicketInput): Result<CalledTicket, QueueFault> {
  const ticket = findCallable(transaction, 'callPausedTicket', input);
  return ticket.ok ? callToDesk(transaction, 'callPausedTicket', input, ticket.value) : ticket;
}
