import { ERRNO } from '../../../contract/errno.ts';
import { TICKET_STATE, type TicketRecord } from '../../../contract/queue.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { isPriority } from '../../../core/call-order.ts';
import { nextNumber } from '../../../core/numbering.ts';
import { ticketLabel } from '../../../core/ticket-label.ts';
import type { CreatedTicket, CreateTicketInput, QueueFault } from '../../store.ts';
import { isCheckedIn, putCheckIn } from '../check-ins.ts';
import { putFormAnswers } from '../form-answers.ts';
import { ensureQueue, type QueueRow, serviceQueue } from '../service-queue.ts';
import { insertTicket } from '../ticket-rows.ts';
import type { Transaction } from '../transaction.ts';
import { firstLane, planTurnChanges } from '../turn-changes.ts';

const NO_LIMITS = { from: null, until: null } as const;

const COUNT_ISSUED = `UPDATE service_queue SET round = ?, last_number = ?, waiting = ?, waiting_priority = ?
  WHERE service_id = ?`;

/** Issues a ticket. 112 when as many people wait as may, 115 for an appointment that has been checked in. */
export function createTicket(transaction: Transaction, input: CreateTicketInput): Result<CreatedTicket, QueueFault> {
  const { db, now } = transaction;
  const { appointment, attendance = NO_LIMITS } = input;
  if (appointment !== undefined && isCheckedIn(db, appointment)) {
    return fail({ errno: ERRNO.ticketState, error: 'This appointment has been checked in already.' });
  }
  const queue = ensureQueue(db, input.serviceId, input.locationId);
  if (input.maxWaiting > 0 && queue.waiting >= input.maxWaiting) return fail({ errno: ERRNO.waitingCapReached });
  const { last, round } = nextNumber(
    { last: queue.last_number, round: queue.round },
    { first: input.firstNumber, max: input.maxNumber },
  );
  const ticket: TicketRecord = {
    id: transaction.newId(),
    locationId: input.locationId,
    serviceId: input.serviceId,
    dstServiceId: input.serviceId,
    dstDeskId: input.deskId,
    dstUserId: input.userId,
    deviceId: input.deviceId,
    number: last,
    label: ticketLabel(input.tag, last, input.numberWidth),
    state: TICKET_STATE.waiting,
    transferred: false,
    flags: input.flags,
    note: input.note,
    lang: input.lang,
    customField: input.customField,
    clientName: input.clientName,
    appId: appointment?.id ?? '',
    appDisplayName: appointment?.displayName ?? '',
    scheduledAt: input.scheduledAt,
    issuedAt: now,
    waitingSince: Math.max(now, input.scheduledAt ?? now),
  };
  const priority = isPriority(ticket);
  const before = priority && input.priorityFirst ? queue.waiting_priority : queue.waiting;
  insertTicket(db, ticket, {
    round,
    places: before + 1,
    generation: queue.generation,
    lane: firstLane(ticket, attendance),
  });
  planTurnChanges(db, ticket, attendance);
  if (appointment !== undefined) putCheckIn(db, appointment, ticket.id);
  if (input.formAnswers !== undefined) putFormAnswers(db, ticket.id, input.formAnswers, now);
  const counted: QueueRow = {
    ...queue,
    round,
    last_number: last,
    waiting: queue.waiting + 1,
    waiting_priority: queue.waiting_priority + (priority ? 1 : 0),
  };
  db.run(COUNT_ISSUED, counted.round, last, counted.waiting, counted.waiting_priority, input.serviceId);
  transaction.emit({
    type: 'ticket.created',
    locationId: input.locationId,
    serviceId: input.serviceId,
    ticketId: ticket.id,
    deskId: input.deskId,
    ticket,
  });
  return ok({ ticket, queue: serviceQueue(counted), before });
}
