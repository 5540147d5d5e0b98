import { ok, type Result } from '../../../contract/result.ts';
import type { CalledTicket, QueueFault } from '../../store.ts';
import { ticketRecord } from '../ticket-rows.ts';
import type { Transaction } from '../transaction.ts';
import { findOpenCall } from './conclude-answer.ts';

/** Shows an open call again. Changes nothing but tells the displays. */
export function recall(
  transaction: Transaction,
  input: { readonly answerId: string },
): Result<CalledTicket, QueueFault> {
  const open = findOpenCall(transaction, input.answerId);
  if (!open.ok) return open;
  const { answer } = open.value;
  const ticket = ticketRecord(open.value.ticket);
  transaction.emit({
    type: 'ticket.recalled',
    locationId: answer.locationId,
    serviceId: answer.serviceId,
    ticketId: ticket.id,
    deskId: answer.deskId,
    ticket,
    answer,
  });
  return ok({ answer, ticket });
}
