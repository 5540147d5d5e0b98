/** Tickets, and calls at a desk. */

import type { NoParameters } from '../../forms/contract/rest/forms.ts';
import { endpoint } from '../../rest/contract/endpoint.ts';
import type { AnswerStaffCallAnswer, AnswerStaffCallParameters } from '../../staff-calls/contract/rest/staff-calls.ts';
import type {
  ChangeTicketParameters,
  ContinueVisitParameters,
  CounterFiguresAnswer,
  CounterFiguresParameters,
  EndCallParameters,
  FindTicketsAnswer,
  FindTicketsParameters,
  NoShowAndNextParameters,
  PutBackCallParameters,
  RemoveTicketParameters,
  RequeueTicketParameters,
  ServedTicketsAnswer,
  ServedTicketsParameters,
  SetDeskParameters,
  SetOutcomesParameters,
  TakeOverParameters,
  UndoParameters,
} from './rest/clerk.ts';
import type {
  CounterAnswer,
  CounterParameters,
  CountersAnswer,
  CounterTicketsAnswer,
  CounterTicketsParameters,
} from './rest/counters.ts';
import type { CallResponse, CreateTicketAnswer, DoneAnswer, WaitingCountAnswer } from './rest/queue-answers.ts';
import type {
  AnswerParameters,
  CallNextParameters,
  CallTicketParameters,
  CreateTicketParameters,
  OptionalLocationParameters,
  TransferParameters,
  WithdrawTicketAnswer,
  WithdrawTicketParameters,
} from './rest/queue-parameters.ts';

export const UNDO = endpoint<typeof UndoParameters, typeof DoneAnswer>('POST v2/queuemanagement/undo');

export const CONTINUE_VISIT = endpoint<typeof ContinueVisitParameters, typeof CallResponse>(
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

export const CALL_TICKET = endpoint<typeof CallTicketParameters, typeof CallResponse>(
  'POST v2/queuemanagement/callticket',
);

export const CALL_PAUSED_TICKET = endpoint<typeof CallTicketParameters, typeof CallResponse>(
  'POST v2/queuemanagement/callpausedticket',
);

export const CALL_CANCELLED_TICKET = endpoint<typeof CallTicketParameters, typeof CallResponse>(
  'POST v2/queuemanagement/callcancelledticket',
);

export const CALL_NEXT_TICKET = endpoint<typeof CallNextParameters, typeof CallResponse>(
  'POST v2/queuemanagement/callnextticket',
);

export const NO_SHOW_AND_NEXT = endpoint<typeof NoShowAndNextParameters, typeof CallResponse>(
  'POST v2/queuemanagement/no-show-and-next',
);

export const PUT_BACK_CALL = endpoint<typeof PutBackCallParameters, typeof DoneAnswer>(
  'POST v2/queuemanagement/put-back-call',
);

export const RECALL = endpoint<typeof AnswerParameters, typeof DoneAnswer>('POST v2/queuemanagement/recall');

export const PAUSE_CALL = endpoint<typeof AnswerParameters, typeof DoneAnswer>('POST v2/queuemanagement/pausecall');

export const CANCEL_CALL = endpoint<typeof AnswerParameters, typeof DoneAnswer>('POST v2/queuemanagement/cancelcall');

export const REQUEUE_TICKET = endpoint<typeof RequeueTicketParameters, typeof DoneAnswer>(
  'POST v2/queuemanagement/requeueticket',
);

export const REMOVE_TICKET = endpoint<typeof RemoveTicketParameters, typeof DoneAnswer>(
  'POST v2/queuemanagement/removeticket',
);

export const CHANGE_TICKET = endpoint<typeof ChangeTicketParameters, typeof DoneAnswer>(
  'POST v2/queuemanagement/changeticket',
);

export const WITHDRAW_TICKET = endpoint<typeof WithdrawTicketParameters, typeof WithdrawTicketAnswer>(
  'POST v2/tickets/withdraw',
);

export const COUNT_WAITING_TICKETS = endpoint<typeof OptionalLocationParameters, typeof WaitingCountAnswer>(
  'GET v2/queuemanagement/waitingticketscount',
);

export const COUNT_WAITING_TICKETS_OF = endpoint<typeof OptionalLocationParameters, typeof WaitingCountAnswer>(
  'GET v2/queuemanagement/waitingticketscount/:location_id',
);

/** Endpoints of the counter page. */
export const LIST_COUNTERS = endpoint<typeof NoParameters, typeof CountersAnswer>('GET v2/counters');

export const READ_COUNTER = endpoint<typeof CounterParameters, typeof CounterAnswer>('GET v2/counters/:desk_id');

export const FIND_TICKETS = endpoint<typeof FindTicketsParameters, typeof FindTicketsAnswer>(
  'POST v2/counters/:desk_id/find',
);

export const LIST_SERVED_TICKETS = endpoint<typeof ServedTicketsParameters, typeof ServedTicketsAnswer>(
  'GET v2/counters/:desk_id/served',
);

export const READ_COUNTER_TICKETS = endpoint<typeof CounterTicketsParameters, typeof CounterTicketsAnswer>(
  'GET v2/counters/:desk_id/tickets',
);

export const READ_COUNTER_FIGURES = endpoint<typeof CounterFiguresParameters, typeof CounterFiguresAnswer>(
  'GET v2/counters/:desk_id/figures',
);
