/** One ticket, with its answers to forms and the results of its call. */

import type { FormAnswerRecord } from '../../../forms/operations/form-answer-records.ts';
import { query, type ScopeInput } from '../../../store/contract/scope.ts';
import { type CallResult, TICKET_STATE, type TicketRecord } from '../../contract/records.ts';
import type { TicketNow } from '../call-records.ts';

export const ticket = query<ScopeInput['ticket'], TicketRecord | null>({
  scope: 'ticket',
  snapshot: false,
  *run(rows, { ticketId }) {
    return (yield* rows.ticket(ticketId))?.ticket ?? null;
  },
});

/** Form answers of a ticket, in the order of the questions. */
export const formAnswers = query<ScopeInput['ticket'], readonly FormAnswerRecord[]>({
  scope: 'ticket',
  snapshot: false,
  *run(rows, { ticketId }) {
    return yield* rows.formAnswers(ticketId);
  },
});

interface TicketResults {
  readonly serviceId: string;
  readonly results: readonly CallResult[];
}

/** Recorded outcomes of the newest call of a ticket, with the service of that call. */
export const ticketResults = query<ScopeInput['ticket'], TicketResults>({
  scope: 'ticket',
  snapshot: false,
  *run(rows, { ticketId }) {
    const ticket = (yield* rows.ticket(ticketId))?.ticket;
    const answer = ticket === undefined ? null : yield* rows.lastAnswerOf(ticket, Number.MAX_SAFE_INTEGER);
    return { serviceId: answer?.serviceId ?? '', results: answer === null ? [] : yield* rows.resultsOf(answer) };
  },
});

/**
 * A ticket with its newest call and its form answers, in one query to the store. A waiting ticket has no current call,
 * so none is read.
 */
export const ticketDetails = query<
  { readonly ticketId: string; readonly withFormAnswers: boolean },
  (TicketNow & { readonly formAnswers: readonly FormAnswerRecord[] }) | null
>({
  scope: 'ticket',
  snapshot: true,
  *run(rows, { ticketId, withFormAnswers }) {
    const stored = yield* rows.ticket(ticketId);
    if (stored === null) return null;
    const { ticket } = stored;
    const [answer = null] = ticket.state === TICKET_STATE.waiting ? [] : yield* rows.lastAnswersOf([stored]);
    return { ticket, answer, formAnswers: withFormAnswers ? yield* rows.formAnswers(ticketId) : [] };
  },
});
