/** Calls and tickets at a desk. */
import type {
  ContinueVisitParameters,
  EndCallParameters,
  SetDeskParameters,
  SetOutcomesParameters,
  TakeOverParameters,
  UndoParameters,
} from '../rest/clerk.ts';
import type { CallAnswer, CreateTicketAnswer, DoneAnswer } from '../rest/queue-answers.ts';
import type { CreateTicketParameters, TransferParameters } from '../rest/queue-parameters.ts';
import type { AnswerStaffCallAnswer, AnswerStaffCallParameters } from '../rest/staff-calls.ts';
import { endpoint } from './endpoint.ts';

export const UNDO = endpoint<typeof UndoParameters, typeof DoneAnswer>('POST v2/queuemanagement/undo');
export const CONTINUE_VISIT = endpoint<typeof ContinueVisitParameters, typeof CallAnswer>(
  'POST v2/queuemanagement/continuevisit',
);
export const SET_DESK = endpoint<typeof SetDeskParameters, typeof DoneAnswer>('POST v2/queuemanagement/setdesk');
export const TAKE_OVER = endpoint<typeof TakeOverParameters, typeof DoneAnswer>('POST v2/queuemanagement/takeover');
export const END_CALL = endpoint<typeof EndCallParameters, typeof DoneAnswer>('POST v2/queuemanagement/endcall');
export const SET_OUTCOMES = endpoint<typeof SetOutcomesParameters, typeof DoneAnswer>(
  'POST v2/queuemanagement/setoutcomes',
);
export const TRANSFER_CALL = endpoint<typeof TransferParameters, typeof DoneAnswer>(
  'POST v2/queuemanagement/transfercall',
);
export const CREATE_TICKET = endpoint<typeof CreateTicketParameters, typeof CreateTicketAnswer>(
  'POST v2/queuemanagement/createticket',
);
export const ANSWER_STAFF_CALL = endpoint<typeof AnswerStaffCallParameters, typeof AnswerStaffCallAnswer>(
  'POST v2/queuemanagement/answerstaffcall',
);
