import { FLAG, type TicketRecord } from '../../contract/queue.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import { isPriority } from '../../core/call-order.ts';
import { statesAfter } from '../../core/transitions.ts';
import type { CalledTicket, QueueFault, TransferInput } from '../queue.ts';
import { laneOf } from '../rules/lanes.ts';
import type { Steps } from '../step.ts';
import type { Unit } from '../unit.ts';
import { findOpenCall } from './conclude-answer.ts';

/** Ends a call by sending its ticket to wait elsewhere. An empty note or custom field leaves the old one. */
export function* transferCall(
  { rows, now, emit }: Unit,
  input: TransferInput,
): Steps<Result<CalledTicket, QueueFault>> {
  const open = yield* findOpenCall(rows, input.answerId);
  if (!open.ok) return open;
  const after = statesAfter('transferCall', open.value.answer.state);
  if (!after.ok) return fail({ errno: after.error });
  const { ticket: old } = open.value;
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
  const queue = yield* rows.ensureQueue(ticket.dstServiceId, ticket.locationId);
  const priority = isPriority(ticket);
  yield* rows.sendTicketOn(ticket, now, {
    lane: laneOf(ticket),
    priority,
    generation: queue.generation,
    places: queue.waiting + 1,
  });
  yield* rows.addWaiting(ticket.dstServiceId, 1, priority);
  const answer = { ...open.value.answer, state: after.value.answer, endedAt: now };
  yield* rows.endAnswer(answer.id, answer.state, now);
  emit({
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
