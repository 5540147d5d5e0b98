/** Operation: return a ticket to its queue position. */
import { ERRNO } from '../../lib/errno.ts';
import { fail, ok } from '../../lib/result.ts';
import { operation } from '../../store/contract/scope.ts';
import { CALL_STATE, TICKET_STATE, type TicketRecord, type TicketState } from '../contract/records.ts';
import { classOf } from '../rules/ticket-class.ts';
import type { PutRightInput } from './correct-ticket.ts';
import { tellChange } from './emit-change.ts';
import { laneOf } from './parts/lanes.ts';

export interface RequeueInput extends PutRightInput {
  /** Only tickets issued since: those of earlier days are over. */
  readonly since: number;
}

const { paused, cancelled, ended, waiting } = TICKET_STATE;
const OUT_OF_QUEUE: ReadonlySet<TicketState> = new Set([paused, cancelled, ended]);

/**
 * It waits in the place that it had. A call that ended with the visitor served counts as a pause, because they were not.
 * How long it waited in the queue before was counted with its call; from now on it waits anew.
 */
export const requeueTicket = operation<RequeueInput, { readonly ticket: TicketRecord }>({
  scope: 'location',
  startsDay: true,
  prefetch: ['ticket'],
  undoStep: 'requeueTicket',
  *run(unit, input) {
    const { rows, now } = unit;
    const stored = yield* rows.ticket(input.ticketId);
    if (stored === null || stored.ticket.locationId !== input.locationId)
      return fail({ errno: ERRNO.notFound, parameter: 'ticket_id' });
    if (!OUT_OF_QUEUE.has(stored.ticket.state)) return fail({ errno: ERRNO.ticketState });
    if (stored.ticket.issuedAt < input.since) {
      return fail({ errno: ERRNO.ticketState, error: 'This ticket is of an earlier day.' });
    }
    const last = yield* rows.lastAnswerOf(stored.ticket, now);
    if (last?.state === CALL_STATE.ended) {
      yield* rows.endAnswer(last.id, CALL_STATE.paused, last.endedAt ?? Math.max(now, last.calledAt));
    }
    const ticket: TicketRecord = { ...stored.ticket, state: waiting };
    const queue = yield* rows.ensureQueue(ticket.dstServiceId, ticket.locationId);
    const ticketClass = classOf(ticket);
    const place = { lane: laneOf(ticket), class: ticketClass, generation: queue.generation, places: 0 };
    yield* rows.moveTicket(ticket, now, place, null);
    yield* rows.addWaiting(ticket.dstServiceId, 1, ticketClass);
    yield* tellChange(unit, ticket.id, 'requeued', input.deskId);
    return ok({ ticket });
  },
});
