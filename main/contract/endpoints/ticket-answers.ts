/** The answers of a ticket. */
import type {
  SaveTicketAnswersParameters,
  TicketAnswersAnswer,
  TicketAnswersParameters,
} from '../rest/form-questions.ts';
import { endpoint } from './endpoint.ts';

export const READ_TICKET_ANSWERS = endpoint<typeof TicketAnswersParameters, typeof TicketAnswersAnswer>(
  'GET v2/tickets/:ticket_id/answers',
);
export const SAVE_TICKET_ANSWERS = endpoint<typeof SaveTicketAnswersParameters, typeof TicketAnswersAnswer>(
  'PUT v2/tickets/:ticket_id/answers',
);
