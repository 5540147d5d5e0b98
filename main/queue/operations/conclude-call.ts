/** Operations that end, pause or cancel a call. */
import type { Effects } from '../../database/effect.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import type { Unit } from '../../store/contract/operation-context.ts';
import type { Rows } from '../../store/contract/rows.ts';
import { operation, type ScopeInput } from '../../store/contract/scope.ts';
import { CALL_STATE, type CallRecord, type CallResult, type QueueEvent } from '../contract/records.ts';
import type { QueueFault } from '../contract/request.ts';
import { statesAfter } from '../rules/transitions.ts';
import type { CalledTicket } from './call-records.ts';
import type { StoredTicket } from './rows/tickets.ts';

/** Ends a call with its outcomes; without `results` the recorded outcomes stay. */
export const endCall = operation<ScopeInput['call'] & { readonly results?: readonly CallResult[] }, CalledTicket>({
  scope: 'call',
  startsDay: false,
  prefetch: ['call'],
  undoStep: 'endCall',
  *run(unit, { answerId, results }) {
    const ended = yield* concludeCall(unit, 'endCall', answerId);
    if (ended.ok && results !== undefined) yield* unit.rows.putResults(ended.value.answer, results);
    return ended;
  },
});

interface Noted {
  readonly results: readonly CallResult[];
}

/** Records outcomes of an open or ended call; 116 for a paused, cancelled or transferred one. */
export const noteResults = operation<ScopeInput['call'] & Noted, Noted>({
  scope: 'call',
  startsDay: false,
  prefetch: ['call'],
  *run({ rows }, { answerId, results }) {
    const answer = yield* rows.answer(answerId);
    if (answer === null) return fail({ errno: ERRNO.notFound, parameter: 'answer_id' });
    const { inService, ended } = CALL_STATE;
    if (answer.state !== inService && answer.state !== ended) return fail({ errno: ERRNO.answerEnded });
    yield* rows.putResults(answer, results);
    return ok({ results });
  },
});

const EVENT = {
  endCall: 'ticket.ended',
  pauseCall: 'ticket.paused',
  cancelCall: 'ticket.cancelled',
} as const satisfies Record<string, QueueEvent['type']>;

/** Ways to end a call without a transfer. */
export type CallConclusion = keyof typeof EVENT;

/** The open call with this id: 6 if unknown, 116 if it has ended. */
export function* findOpenCall(rows: Rows, answerId: string): Effects<Result<CalledTicket, QueueFault>> {
  const answer = yield* rows.answer(answerId);
  if (answer === null) return fail({ errno: ERRNO.notFound, parameter: 'answer_id' });
  const after = statesAfter('recall', answer.state);
  if (!after.ok) return fail({ errno: after.error });
  const { ticket } = yield* ticketOf(rows, answer);
  return ok({ answer, ticket });
}

/** Ends, pauses or cancels the call with this id. */
export function* concludeCall(
  unit: Unit,
  conclusion: CallConclusion,
  answerId: string,
): Effects<Result<CalledTicket, QueueFault>> {
  const answer = yield* unit.rows.answer(answerId);
  return answer === null
    ? fail({ errno: ERRNO.notFound, parameter: 'answer_id' })
    : yield* concludeAnswer(unit, conclusion, answer);
}

export const pauseCall = operation<ScopeInput['call'], CalledTicket>({
  scope: 'call',
  startsDay: false,
  prefetch: ['call'],
  undoStep: 'pauseCall',
  run: (unit, { answerId }) => concludeCall(unit, 'pauseCall', answerId),
});

export const cancelCall = operation<ScopeInput['call'], CalledTicket>({
  scope: 'call',
  startsDay: false,
  prefetch: ['call'],
  undoStep: 'cancelCall',
  run: (unit, { answerId }) => concludeCall(unit, 'cancelCall', answerId),
});

export function* concludeAnswer(
  { rows, now, emit }: Unit,
  conclusion: CallConclusion,
  answer: CallRecord,
): Effects<Result<CalledTicket, QueueFault>> {
  const after = statesAfter(conclusion, answer.state);
  if (!after.ok) return fail({ errno: after.error });
  const { ticket } = yield* ticketOf(rows, answer);
  const called = conclusion === 'cancelCall' ? ((yield* rows.queue(ticket.dstServiceId))?.called ?? 0) : null;
  yield* rows.setTicketState(ticket.id, after.value.ticket, now, called);
  const endedAt = Math.max(now, answer.calledAt);
  yield* rows.endAnswer(answer.id, after.value.answer, endedAt);
  const concluded: CalledTicket = {
    answer: { ...answer, state: after.value.answer, endedAt },
    ticket: { ...ticket, state: after.value.ticket },
  };
  emit({
    type: EVENT[conclusion],
    locationId: ticket.locationId,
    serviceId: ticket.dstServiceId,
    ticketId: ticket.id,
    deskId: answer.deskId,
    ...concluded,
  });
  return ok(concluded);
}

function* ticketOf(rows: Rows, answer: CallRecord): Effects<StoredTicket> {
  const stored = yield* rows.ticket(answer.ticketId);
  if (stored === null) throw new Error('A call has no ticket. Run npm run serve -- --check for details.');
  return stored;
}

/** Shows an open call again: sends an event and changes nothing. */
export const recall = operation<ScopeInput['call'], CalledTicket>({
  scope: 'call',
  startsDay: false,
  prefetch: ['call'],
  *run({ rows, emit }, input) {
    const open = yield* findOpenCall(rows, input.answerId);
    if (!open.ok) return open;
    const { answer, ticket } = open.value;
    emit({
      type: 'ticket.recalled',
      locationId: answer.locationId,
      serviceId: answer.serviceId,
      ticketId: ticket.id,
      deskId: answer.deskId,
      ticket,
      answer,
    });
    return open;
  },
});
