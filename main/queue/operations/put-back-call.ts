/** Operation: end an open call, and let its visitor wait again some places further back. */
import { ERRNO, fail, ok } from '../../lib/result.ts';
import { operation } from '../../store/contract/scope.ts';
import { CALL_STATE, TICKET_STATE, type TicketRecord } from '../contract/records.ts';
import type { AtLocation } from '../contract/request.ts';
import { callRule } from '../rules/call-rules.ts';
import { classOf } from '../rules/ticket-class.ts';
import type { CalledTicket } from './call-records.ts';
import { findOpenCall } from './conclude-call.ts';
import { tellChange } from './emit-change.ts';
import { type CallingOrderInput, callingOrder } from './parts/calling-order.ts';
import { laneOf } from './parts/lanes.ts';

export interface PutBackInput extends AtLocation, Omit<CallingOrderInput, 'now' | 'limit'> {
  readonly answerId: string;
  /** Number of visitors to call at this desk before this one; 0: all who wait. */
  readonly places: number;
}

/**
 * Ends an open call as a pause, and requeues its ticket behind the next `places` tickets that this desk would call. Of
 * these, only tickets of the same line decide the position: others go first or last by the call rule.
 */
export const putBackCall = operation<PutBackInput, CalledTicket>({
  scope: 'location',
  startsDay: true,
  prefetch: ['call', 'services'],
  undoStep: 'putBackCall',
  *run(unit, input) {
    const { rows, now } = unit;
    const { answerId, locationId, places } = input;
    const open = yield* findOpenCall(rows, answerId);
    if (!open.ok) return open;
    const { answer, ticket } = open.value;
    if (answer.locationId !== locationId) return fail({ errno: ERRNO.notFound, parameter: 'answer_id' });

    const rule = callRule(input.callOrder, input.priorityRatio);
    const ticketClass = classOf(ticket);
    const line = rule.lineOf({ class: ticketClass, ticket });
    const { next } = yield* callingOrder(rows, { ...input, now, limit: places });
    const passed = next.slice(0, places);
    const behind = passed
      .filter((each) => rule.lineOf(each) === line)
      .reduce((since, each) => Math.max(since, each.ticket.waitingSince + 1), ticket.waitingSince);
    const isAtEnd = places === 0 || passed.length < places;
    const waitingSince = isAtEnd ? now : behind;

    const back: TicketRecord = { ...ticket, state: TICKET_STATE.waiting, waitingSince };
    const queue = yield* rows.ensureQueue(back.dstServiceId, locationId);
    const place = { lane: laneOf(back), class: ticketClass, generation: queue.generation, places: 0 };
    yield* rows.moveTicket(back, now, place, null);
    yield* rows.addWaiting(back.dstServiceId, 1, ticketClass);
    const ended = { ...answer, state: CALL_STATE.paused, endedAt: Math.max(now, answer.calledAt) };
    yield* rows.endAnswer(ended.id, ended.state, ended.endedAt);
    yield* tellChange(unit, back.id, 'requeued', answer.deskId);
    return ok({ answer: ended, ticket: back });
  },
});
