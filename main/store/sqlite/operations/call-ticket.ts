import type { Result } from '../../../contract/result.ts';
import type { CalledTicket, CallTicketInput, QueueFault } from '../../store.ts';
import type { Transaction } from '../transaction.ts';
import { callToDesk, findCallable } from './call.ts';

/** Calls a waiting ticket that the clerk chose, also one that is addressed to someone else. */
export function callTicket(transaction: Transaction, input: CallTicketInput): Result<CalledTicket, QueueFault> {
  const ticket = findCallable(transaction, 'callTicket', input);
  return ticket.ok ? callToDesk(transaction, 'callTicket', input, ticket.value) : ticket;
}
