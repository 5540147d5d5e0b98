import { FLAG, type TicketRecord } from '../../../contract/queue.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { isPriority } from '../../../core/call-order.ts';
import { statesAfter } from '../../../core/transitions.ts';
import type { CalledTicket, QueueFault, TransferInput } from '../../store.ts';
import { endAnswer } from '../answer-rows.ts';
import { addWaiting, ensureQueue } from '../service-queue.ts';
import { laneOf, ticketRecord } from '../ticket-rows.ts';
import type { Transaction } from '../transaction.ts';
import { findOpenCall } from './conclude-answer.ts';

const SEND_ON = `UPDATE ticket SET state = ?, changed_at = ?, waiting_since = ?, places = ?, transferred = 1, dst_service_id = ?,
  dst_desk_id = ?, dst_user_id = ?, lane = ?, generation = ?, priority = ?, flags = ?, note = ?, custom_field = ? WHERE id = ?`;

/** Ends a call by sending its ticket to wait elsewhere. An empty note or custom field leaves the old one. */
export function transferCall(transaction: Transaction, input: TransferInput): Result<CalledTicket, QueueFault> {
  const { db, now } = transaction;
  const open = findOpenCall(transaction, input.answerId);
  if (!open.ok) return open;
  const after = statesAfter('transferCall', open.value.answer.state);
  if (!after.ok) return fail({ errno: after.error });
  const old = ticketRecord(open.value.ticket);
  const ticket: TicketRecord = {
    ...old,
    ...destination(input, old),
    state: after.value.ticket,
    transferred: true,
    waitingSince: now,
    flags: input.priority ? old.flags | FLAG.priority : old.flags,
    note: input.note === '' ? old.note : input.note,
    customField: input.customField === '' ? old.customField : input.customField,
  };
  const queue = ensureQueue(db, ticket.dstServiceId, ticket.locationId);
  const priority = isPriority(ticket);
  db.run(
    SEND_ON,
    ticket.state,
    now,
    now,
    queue.waiting + 1,
    ticket.dstServiceId,
    ticket.dstDeskId,
    ticket.dstUserId,
    laneOf(ticket),
    queue.generation,
    priority ? 1 : 0,
    ticket.flags,
    ticket.note,
    ticket.customField,
    ticket.id,
  );
  addWaiting(db, ticket.dstServiceId, 1, priority);
  const answer = endAnswer(db, open.value.answer, after.value.answer, now);
  transaction.emit({
    type: 'ticket.transferred',
    locationId: ticket.locationId,
    serviceId: ticket.dstServiceId,
    ticketId: ticket.id,
    deskId: answer.deskId,
    ticket,
    answer,
  });
  return ok({ answer, ticket });
}

function destination(
  input: TransferInput,
  ticket: TicketRecord,
): Pick<TicketRecord, 'dstServiceId' | 'dstDeskId' | 'dstUserId'> {
  switch (input.dstType) {
    case 'service':
      return { dstServiceId: input.dstId, dstDeskId: '', dstUserId: '' };
    case 'desk':
      return { dstServiceId: ticket.dstServiceId, dstDeskId: input.dstId, dstUserId: '' };
    case 'user':
      return { dstServiceId: ticket.dstServiceId, dstDeskId: '', dstUserId: input.dstId };
  }
}
