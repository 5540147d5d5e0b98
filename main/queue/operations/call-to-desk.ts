/** Call of a given ticket to a desk. */

import type { Effects } from '../../database/effect.ts';
import { refuseAs } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import type { Unit } from '../../store/contract/operation-context.ts';
import type { Rows } from '../../store/contract/rows.ts';
import { CALL_STATE, type CallRecord, type TicketRecord } from '../contract/records.ts';
import type { QueueFault } from '../contract/request.ts';
import { type PastWait, rememberWait, waitFigures } from '../rules/recent-waits.ts';
import { type CallOperation, ticketAfterCall } from '../rules/transitions.ts';
import type { CallAt, CalledTicket } from './call-records.ts';
import { concludeAnswer } from './conclude-call.ts';
import { comeBack } from './desk-availability.ts';
import type { StoredTicket } from './rows/tickets.ts';

/** Calls a given ticket to a desk, and ends the desk's open call if the policy allows it. */
export function* callToDesk(
  unit: Unit,
  operation: CallOperation,
  input: CallAt,
  stored: StoredTicket,
): Effects<Result<CalledTicket, QueueFault>> {
  const { rows, now } = unit;
  const { ticket, places, class: ticketClass } = stored;
  const after = ticketAfterCall(operation, ticket.state);
  if (!after.ok) return fail({ errno: after.error });
  const free = yield* freeDesk(unit, input);
  if (!free.ok) return free;

  const serviceId = ticket.dstServiceId;
  const answer = newAnswer(unit, input, ticket);
  const waited = operation === 'callTicket' || operation === 'callNextTicket';
  // Wait in this place, which can be a restored one: earlier waits were counted with their calls.
  const waitMs = Math.max(0, now - Math.max(ticket.waitingSince, stored.changedAt));
  yield* rows.putAnswer(answer, ticket.serviceId, waited ? { waitMs, first: isFirst(stored) } : null);
  yield* rows.setTicketState(ticket.id, after.value, now, null);
  yield* rows.countCall(serviceId, 1);
  if (waited) {
    yield* rows.addWaiting(serviceId, -1, ticketClass);
    if (places > 0) yield* addWait(rows, serviceId, { waitMs, places });
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

/**
 * Frees the desk. 114 if the user has an open call at another desk. An open call at this desk ends or is 115, by the
 * call policy; an open call that the caller does not know is always 115.
 */
export function* freeDesk(unit: Unit, input: CallAt): Effects<Result<null, QueueFault>> {
  const { rows } = unit;
  if (yield* rows.servesElsewhere(input.userId, input.deskId)) return fail({ errno: ERRNO.userServesElsewhere });
  const open = yield* rows.openAnswerAt(input.deskId);
  if (input.current !== undefined && input.current !== (open?.id ?? null)) {
    return refuseAs('desk_changed', { parameter: 'current_answer' });
  }
  if (open !== null && input.callPolicy === 'refuse') return refuseAs('desk_call_open');
  if (open !== null) yield* concludeAnswer(unit, input.concludeAs ?? 'endCall', open);
  yield* comeBack(unit, input.locationId, input.deskId);
  return ok(null);
}

/** Record of a new call. */
export function newAnswer(unit: Unit, { deskId, userId }: CallAt, ticket: TicketRecord): CallRecord {
  return {
    id: unit.newId(),
    ticketId: ticket.id,
    locationId: ticket.locationId,
    serviceId: ticket.dstServiceId,
    deskId,
    userId,
    state: CALL_STATE.inService,
    // A server whose clock is slow can call a ticket of another server.
    calledAt: Math.max(unit.now, ticket.issuedAt),
    endedAt: null,
  };
}

/** Whether this is the ticket's first call: never transferred, and still in its original place. */
function isFirst({ ticket, changedAt }: StoredTicket): boolean {
  return !ticket.transferred && changedAt <= ticket.issuedAt;
}

function* addWait(rows: Rows, serviceId: string, wait: PastWait): Effects<void> {
  const waits = rememberWait(yield* rows.waits(serviceId), wait);
  yield* rows.setWaits(serviceId, waits, waitFigures(waits));
}
