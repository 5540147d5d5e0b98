/** State transitions of tickets and calls. */
import { ERRNO } from '../../lib/errno.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import { CALL_STATE, type CallState, TICKET_STATE, type TicketState } from '../contract/records.ts';

const { waiting, inService, paused, cancelled, ended } = TICKET_STATE;

/** What each way of calling needs a ticket to be. Whatever is called is in service afterwards. */
const CALLABLE = {
  callTicket: waiting,
  callNextTicket: waiting,
  callPausedTicket: paused,
  callCancelledTicket: cancelled,
  continueVisit: ended,
} as const;

export type CallOperation = keyof typeof CALLABLE;

/** What each operation on an open call makes of the ticket and of the answer. */
const AFTER = {
  recall: { ticket: inService, answer: CALL_STATE.inService },
  endCall: { ticket: ended, answer: CALL_STATE.ended },
  pauseCall: { ticket: paused, answer: CALL_STATE.paused },
  cancelCall: { ticket: cancelled, answer: CALL_STATE.cancelled },
  transferCall: { ticket: waiting, answer: CALL_STATE.transferred },
} as const;

export type AnswerOperation = keyof typeof AFTER;

/** The state of a ticket after a call, or errno 115. */
export function ticketAfterCall(
  operation: CallOperation,
  state: TicketState,
): Result<TicketState, typeof ERRNO.ticketState> {
  return state === CALLABLE[operation] ? ok(inService) : fail(ERRNO.ticketState);
}

export interface StatesAfter {
  readonly ticket: TicketState;
  readonly answer: CallState;
}

/** The states of ticket and answer after an operation on the answer, or errno 116. */
export function statesAfter(
  operation: AnswerOperation,
  state: CallState,
): Result<StatesAfter, typeof ERRNO.answerEnded> {
  return state === CALL_STATE.inService ? ok(AFTER[operation]) : fail(ERRNO.answerEnded);
}

/**
 * Tolerance for calling a cancelled ticket again.
 *
 * `tolerance`: the most that may have been; 0 never, negative without limit.
 */
export function withinTolerance(calledSince: number, tolerance: number): boolean {
  return tolerance < 0 || (tolerance > 0 && calledSince <= tolerance);
}
