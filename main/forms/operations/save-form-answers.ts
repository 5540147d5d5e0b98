import { ERRNO, fail, ok } from '../../lib/result.ts';
import type { TicketState } from '../../queue/contract/records.ts';
import { operation } from '../../store/contract/scope.ts';
import type { FormAnswerInput } from './form-answer-records.ts';

interface SaveFormAnswersInput {
  readonly ticketId: string;
  readonly states: readonly TicketState[];
  readonly put: readonly FormAnswerInput[];
  readonly remove: readonly string[];
}

/** Changes answers of a ticket in one of the given states. Error 6 without the ticket, 115 in another state. */
export const saveFormAnswers = operation<SaveFormAnswersInput, { readonly saved: number }>({
  scope: 'ticket',
  startsDay: false,
  prefetch: ['ticket'],
  *run({ rows, now }, input) {
    const stored = yield* rows.ticket(input.ticketId);
    if (stored === null) return fail({ errno: ERRNO.notFound, parameter: 'ticket_id' });
    if (!input.states.includes(stored.ticket.state)) return fail({ errno: ERRNO.ticketState });
    yield* rows.removeFormAnswers(stored.ticket.id, input.remove);
    yield* rows.putFormAnswers(stored.ticket.id, input.put, now);
    return ok({ saved: input.put.length });
  },
});
