/** State transitions of tickets and calls. */
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { CALL_STATE, type CallState, TICKET_STATE, type TicketState } from '../contract/records.ts';

const { waiting, inService, paused, cancelled, ended } = TICKET_STATE;

/** State that each call operation requires of a ticket. After the call the ticket is in service. */
const CALLABLE = {
  callTicket: waiting,
  callNextTicket: waiting,
  callPausedTicket: paused,
  callCancelledTicket: cancelled,
  continueVisit: ended,
} as const;

export type CallOperation = keyof typeof CALLABLE;

/** States of ticket and answer after each operation on an open call. */
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
 * Whether the tolerance allows calling a cancelled ticket again.
 *
 * `tolerance`: maximum number of calls since the cancellation; 0 never, negative without limit.
 */
export function withinTolerance(calledSince: number, tolerance: number): boolean {
  return tolerance < 0 || (tolerance > 0 && calledSince <= tolerance);
}
