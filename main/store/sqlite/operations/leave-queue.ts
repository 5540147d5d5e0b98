import { ERRNO } from '../../../contract/errno.ts';
import { TICKET_STATE, type TicketRecord } from '../../../contract/queue.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { isPriority } from '../../../core/call-order.ts';
import type { QueueFault, QueueOperations } from '../../store.ts';
import { addWaiting } from '../service-queue.ts';
import { readTicket, setTicketState, ticketRecord } from '../ticket-rows.ts';
import type { Transaction } from '../transaction.ts';

/** Ends a ticket that waits, because its visitor goes. 6 for one that is not there, 115 for one that does not wait. */
export function leaveQueue(
  { db, now, emit }: Transaction,
  input: QueueOperations['leaveQueue']['input'],
): Result<TicketRecord, QueueFault> {
  const row = readTicket(db, input.ticketId);
  if (row === undefined || row.location_id !== input.locationId) return fail({ errno: ERRNO.notFound });
  if (row.state !== TICKET_STATE.waiting) return fail({ errno: ERRNO.ticketState });
  setTicketState(db, row.id, TICKET_STATE.ended, now);
  addWaiting(db, row.dst_service_id, -1, isPriority(row));
  const ticket: TicketRecord = { ...ticketRecord(row), state: TICKET_STATE.ended };
  emit({
    type: 'ticket.ended',
    locationId: row.location_id,
    serviceId: row.dst_service_id,
    ticketId: row.id,
    deskId: '',
    ticket,
  });
  return ok(ticket);
}
