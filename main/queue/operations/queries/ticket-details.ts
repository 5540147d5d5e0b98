import type { FormAnswerRecord } from '../../../forms/operations/form-answer-records.ts';
import { query } from '../../../store/contract/scope.ts';
import { TICKET_STATE } from '../../contract/records.ts';
import type { TicketNow } from '../call-records.ts';

/**
 * A ticket with its newest call, asked at once, so that a busy store is waited for once. The call of a waiting ticket is over, and
 * not asked for.
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
