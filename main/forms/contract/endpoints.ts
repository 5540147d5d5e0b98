/** Endpoints for forms, question types and answers. */

import { endpoint } from '../../rest/contract/endpoint.ts';
import type {
  SaveTicketAnswersParameters,
  TicketAnswersAnswer,
  TicketAnswersParameters,
} from './rest/form-questions.ts';
import type { AnswerTypesAnswer, NoParameters } from './rest/forms.ts';

export const LIST_ANSWER_TYPES = endpoint<typeof NoParameters, typeof AnswerTypesAnswer>('GET v2/qats');

/** The answers of a ticket. */
export const READ_TICKET_ANSWERS = endpoint<typeof TicketAnswersParameters, typeof TicketAnswersAnswer>(
  'GET v2/tickets/:ticket_id/answers',
);

export const SAVE_TICKET_ANSWERS = endpoint<typeof SaveTicketAnswersParameters, typeof TicketAnswersAnswer>(
  'PUT v2/tickets/:ticket_id/answers',
);
