/** Operation: continue a visit after its call ended. */
import { refuseAs } from '../../lib/refusal.ts';
import { ERRNO, fail, ok } from '../../lib/result.ts';
import { operation } from '../../store/contract/scope.ts';
import { CALL_STATE } from '../contract/records.ts';
import { ticketAfterCall } from '../rules/transitions.ts';
import type { CallAt, CalledTicket } from './call-records.ts';
import { freeDesk, newAnswer } from './call-to-desk.ts';
import { tellChange } from './emit-change.ts';

export interface ContinueInput extends CallAt {
  readonly ticketId: string;
  readonly services: readonly string[];
  readonly since: number;
}

/**
 * Continues an ended visit in a new call. The ended call becomes a pause, so that the visitor counts as served once.
 * Displays show nothing.
 */
export const continueVisit = operation<ContinueInput, CalledTicket>({
  scope: 'location',
  startsDay: true,
  prefetch: ['ticket', 'services', 'desk', 'clerk'],
  undoStep: 'continueVisit',
  *run(unit, input) {
    const { rows, now } = unit;
    const stored = yield* rows.ticket(input.ticketId);
    if (stored === null) return fail({ errno: ERRNO.notFound, parameter: 'ticket_id' });
    const { ticket } = stored;
    if (ticket.locationId !== input.locationId || !input.services.includes(ticket.dstServiceId)) {
      return fail({ errno: ERRNO.deskUnavailable });
    }
    const after = ticketAfterCall('continueVisit', ticket.state);
    if (!after.ok) return fail({ errno: after.error });
    const last = yield* rows.lastAnswerOf(ticket, now);
    if (last?.state !== CALL_STATE.ended || (last.endedAt ?? 0) < input.since) {
      return refuseAs('visit_not_served_today');
    }
    const free = yield* freeDesk(unit, input);
    if (!free.ok) return free;

    const answer = newAnswer(unit, input, ticket);
    yield* rows.endAnswer(last.id, CALL_STATE.paused, last.endedAt ?? Math.max(now, last.calledAt));
    yield* rows.putAnswer(answer, ticket.serviceId, null);
    yield* rows.setTicketState(ticket.id, after.value, now, null);
    yield* tellChange(unit, ticket.id, 'continued', input.deskId);
    return ok({ answer, ticket: { ...ticket, state: after.value } });
  },
});
