/** One ticket, with its answers to forms and the results of its call. */

import type { FormAnswerRecord } from '../../../forms/operations/form-answer-records.ts';
import { query, type ScopeInput } from '../../../store/contract/scope.ts';
import type { CallResult, TicketRecord } from '../../contract/records.ts';

export const ticket = query<ScopeInput['ticket'], TicketRecord | null>({
  scope: 'ticket',
  snapshot: false,
  *run(rows, { ticketId }) {
    return (yield* rows.ticket(ticketId))?.ticket ?? null;
  },
});

/** In the order in which the questions are asked. */
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

/** What was noted of the newest call of a ticket, with the service of that call. */
export const ticketResults = query<ScopeInput['ticket'], TicketResults>({
  scope: 'ticket',
  snapshot: false,
  *run(rows, { ticketId }) {
    const ticket = (yield* rows.ticket(ticketId))?.ticket;
    const answer = ticket === undefined ? null : yield* rows.lastAnswerOf(ticket, Number.MAX_SAFE_INTEGER);
    return { serviceId: answer?.serviceId ?? '', results: answer === null ? [] : yield* rows.resultsOf(answer) };
  },
});
