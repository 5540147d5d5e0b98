import { ERRNO } from '../../../contract/errno.ts';
import { ANSWER_STATE, type AnswerRecord } from '../../../contract/queue.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { isPriority } from '../../../core/call-order.ts';
import { type CallOperation, ticketAfterCall } from '../../../core/transitions.ts';
import type { CallAt, CalledTicket, CallTicketInput, QueueFault } from '../../store.ts';
import { insertAnswer, readOpenAnswer, servesElsewhere } from '../answer-rows.ts';
import { addWait, addWaiting, countCall } from '../service-queue.ts';
import { readTicket, setTicketState, type TicketRow, ticketRecord } from '../ticket-rows.ts';
import type { Transaction } from '../transaction.ts';
import { concludeAnswer } from './conclude-answer.ts';

/**
 * Finds the ticket that a clerk named, unless it may not be called: unknown 6, of another location than the desk or of
 * a service that it does not serve 113, in another state 115.
 */
export function findCallable(
  transaction: Transaction,
  operation: CallOperation,
  input: CallTicketInput,
): Result<TicketRow, QueueFault> {
  const row = readTicket(transaction.db, input.ticketId);
  if (row === undefined) return fail({ errno: ERRNO.notFound });
  const takes = row.location_id === input.locationId && input.services.includes(row.dst_service_id);
  if (!takes) return fail({ errno: ERRNO.deskUnavailable });
  const after = ticketAfterCall(operation, row.state);
  return after.ok ? ok(row) : fail({ errno: after.error });
}

/**
 * Calls a ticket that may be called to a desk. A user with an open call at another desk is 114. An open call at this
 * desk ends first, or is 115, by the call policy; one that the caller does not know of is 115 in any case.
 */
export function callToDesk(
  transaction: Transaction,
  operation: CallOperation,
  input: CallAt,
  row: TicketRow,
): Result<CalledTicket, QueueFault> {
  const { db, now } = transaction;
  const after = ticketAfterCall(operation, row.state);
  if (!after.ok) return fail({ errno: after.error });
  if (servesElsewhere(db, input.userId, input.deskId)) return fail({ errno: ERRNO.userServesElsewhere });
  const open = readOpenAnswer(db, input.deskId);
  if (input.current !== undefined && input.current !== (open?.id ?? null)) {
    const error = 'Somebody else has called or ended at this desk meanwhile.';
    return fail({ errno: ERRNO.ticketState, error, parameter: 'current_answer' });
  }
  if (open !== null && input.callPolicy === 'refuse') {
    return fail({ errno: ERRNO.ticketState, error: 'This desk has an open call; end it first.' });
  }
  if (open !== null) concludeAnswer(transaction, 'endCall', open);

  const answer: AnswerRecord = {
    id: transaction.newId(),
    ticketId: row.id,
    locationId: row.location_id,
    serviceId: row.dst_service_id,
    deskId: input.deskId,
    userId: input.userId,
    state: ANSWER_STATE.inService,
    calledAt: now,
    endedAt: null,
  };
  const waited = operation === 'callTicket' || operation === 'callNextTicket';
  const waitMs = Math.max(0, now - row.waiting_since);
  // Whoever waits and was never sent on comes for the first time.
  insertAnswer(db, answer, row.service_id, waited ? { waitMs, first: row.transferred === 0 } : null);
  setTicketState(db, row.id, after.value, now);
  countCall(db, row.dst_service_id);
  if (waited) {
    addWaiting(db, row.dst_service_id, -1, isPriority(row));
    addWait(db, row.dst_service_id, { waitMs, places: row.places });
  }
  const ticket = { ...ticketRecord(row), state: after.value };
  transaction.emit({
    type: 'ticket.called',
    locationId: row.location_id,
    serviceId: row.dst_service_id,
    ticketId: row.id,
    deskId: input.deskId,
    ticket,
    answer,
  });
  return ok({ answer, ticket });
}
