/** Operation: transfer a call's ticket to another service, desk or user. */

import type { Effects } from '../../database/effect.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { Unit } from '../../store/contract/operation-context.ts';
import { operation } from '../../store/contract/scope.ts';
import { FLAG, type TicketRecord } from '../contract/records.ts';
import type { QueueFault } from '../contract/request.ts';
import { type ClassOf, classOf } from '../rules/ticket-class.ts';
import { statesAfter } from '../rules/transitions.ts';
import type { CalledTicket } from './call-records.ts';
import { findOpenCall } from './conclude-call.ts';
import { laneOf } from './parts/lanes.ts';

export interface TransferInput {
  readonly answerId: string;
  readonly dstType: 'service' | 'desk' | 'user';
  readonly dstId: string;
  readonly note: string;
  readonly customField: string;
  readonly priority: boolean;
  /** Its position follows the visitor's arrival; otherwise it joins the end of the queue. */
  readonly ahead?: boolean;
}

/** Destination of a transfer: a service, and a desk or user; an empty id means any. */
export type NextStep = Pick<TicketRecord, 'dstServiceId' | 'dstDeskId' | 'dstUserId'>;

/**
 * Ends an open call and makes its ticket wait for the next step of the visit. The ticket's answers are its earlier
 * steps. The caller chooses the next step, so no list of steps is stored.
 *
 * @param change further changes of the ticket
 * @param classGiven class of the ticket at the destination
 * @param ahead whether its position follows the visitor's arrival instead of the end of the queue
 */
export function* sendOn(
  { rows, now, emit }: Unit,
  open: CalledTicket,
  step: NextStep,
  change: Partial<Pick<TicketRecord, 'flags' | 'note' | 'customField'>> = {},
  classGiven: ClassOf = classOf,
  ahead = false,
): Effects<Result<CalledTicket, QueueFault>> {
  const after = statesAfter('transferCall', open.answer.state);
  if (!after.ok) return fail({ errno: after.error });
  const ticket: TicketRecord = {
    ...open.ticket,
    ...step,
    ...change,
    state: after.value.ticket,
    transferred: true,
    waitingSince: ahead ? arrivalOf(open.ticket) : now,
  };
  const queue = yield* rows.ensureQueue(ticket.dstServiceId, ticket.locationId);
  const ticketClass = classGiven(ticket);
  const place = {
    lane: laneOf(ticket),
    class: ticketClass,
    generation: queue.generation,
    places: ahead ? 0 : queue.waiting + 1,
  };
  yield* rows.moveTicket(ticket, now, place, null);
  yield* rows.addWaiting(ticket.dstServiceId, 1, ticketClass);
  const answer = { ...open.answer, state: after.value.answer, endedAt: Math.max(now, open.answer.calledAt) };
  yield* rows.endAnswer(answer.id, answer.state, answer.endedAt);
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

/** Start of the wait as if the ticket had never been transferred. */
function arrivalOf({ waitingSince, issuedAt, scheduledAt }: TicketRecord): number {
  return Math.min(waitingSince, Math.max(issuedAt, scheduledAt ?? issuedAt));
}

/**
 * Ends a call and transfers its ticket to another service, desk or user, with or without priority. An empty note or
 * custom field keeps the old one.
 */
export const transferCall = operation<TransferInput, CalledTicket>({
  scope: 'call',
  startsDay: false,
  prefetch: ['call'],
  undoStep: 'transferCall',
  *run(unit, input) {
    const open = yield* findOpenCall(unit.rows, input.answerId);
    if (!open.ok) return open;
    const { ticket } = open.value;
    const change = {
      flags: input.priority ? ticket.flags | FLAG.priority : ticket.flags & ~FLAG.priority,
      note: input.note === '' ? ticket.note : input.note,
      customField: input.customField === '' ? ticket.customField : input.customField,
    };
    return yield* sendOn(unit, open.value, destination(input, ticket), change, classOf, input.ahead);
  },
});

function destination(input: TransferInput, ticket: TicketRecord): NextStep {
  switch (input.dstType) {
    case 'service':
      return { dstServiceId: input.dstId, dstDeskId: '', dstUserId: '' };
    case 'desk':
      return { dstServiceId: ticket.dstServiceId, dstDeskId: input.dstId, dstUserId: '' };
    case 'user':
      return { dstServiceId: ticket.dstServiceId, dstDeskId: '', dstUserId: input.dstId };
  }
}
