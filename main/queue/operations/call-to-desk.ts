import { ERRNO } from '../../contract/errno.ts';
import { ANSWER_STATE, type AnswerRecord } from '../../contract/queue.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import { type CallOperation, ticketAfterCall } from '../../core/transitions.ts';
import { type PastWait, rememberWait, waitFigures } from '../../core/wait-estimate.ts';
import type { CallAt, CalledTicket, QueueFault } from '../queue.ts';
import type { Rows, StoredTicket } from '../rows.ts';
import type { Steps } from '../step.ts';
import type { Unit } from '../unit.ts';
import { concludeAnswer } from './conclude-answer.ts';

/**
 * Calls a ticket that may be called to a desk. A user with an open call at another desk is 114. An open call at this
 * desk ends first, or is 115, by the call policy; one that the caller does not know of is 115 in any case.
 */
export function* callToDesk(
  unit: Unit,
  operation: CallOperation,
  input: CallAt,
  { ticket, places, class: ticketClass }: StoredTicket,
): Steps<Result<CalledTicket, QueueFault>> {
  const { rows, now } = unit;
  const after = ticketAfterCall(operation, ticket.state);
  if (!after.ok) return fail({ errno: after.error });
  if (yield* rows.servesElsewhere(input.userId, input.deskId)) return fail({ errno: ERRNO.userServesElsewhere });
  const open = yield* rows.openAnswerAt(input.deskId);
  if (input.current !== undefined && input.current !== (open?.id ?? null)) {
    const error = 'Somebody else has called or ended at this desk meanwhile.';
    return fail({ errno: ERRNO.ticketState, error, parameter: 'current_answer' });
  }
  if (open !== null && input.callPolicy === 'refuse') {
    return fail({ errno: ERRNO.ticketState, error: 'This desk has an open call; end it first.' });
  }
  if (open !== null) yield* concludeAnswer(unit, 'endCall', open);

  const serviceId = ticket.dstServiceId;
  const answer: AnswerRecord = {
    id: unit.newId(),
    ticketId: ticket.id,
    locationId: ticket.locationId,
    serviceId,
    deskId: input.deskId,
    userId: input.userId,
    state: ANSWER_STATE.inService,
    calledAt: now,
    endedAt: null,
  };
  const waited = operation === 'callTicket' || operation === 'callNextTicket';
  const waitMs = Math.max(0, now - ticket.waitingSince);
  // Whoever waits and was never sent on comes for the first time.
  yield* rows.putAnswer(answer, ticket.serviceId, waited ? { waitMs, first: !ticket.transferred } : null);
  yield* rows.setTicketState(ticket.id, after.value, now, null);
  yield* rows.countCall(serviceId);
  if (waited) {
    yield* rows.addWaiting(serviceId, -1, ticketClass);
    yield* addWait(rows, serviceId, { waitMs, places });
  }
  const called = { ...ticket, state: after.value };
  unit.emit({
    type: 'ticket.called',
    locationId: ticket.locationId,
    serviceId,
    ticketId: ticket.id,
    deskId: input.deskId,
    ticket: called,
    answer,
  });
  return ok({ answer, ticket: called });
}

function* addWait(rows: Rows, serviceId: string, wait: PastWait): Steps<void> {
  const waits = rememberWait(yield* rows.waits(serviceId), wait);
  yield* rows.setWaits(serviceId, waits, waitFigures(waits));
}
