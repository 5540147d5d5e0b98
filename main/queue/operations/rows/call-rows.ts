import type { Step } from '../../../database/effect.ts';
import type { AnswerRecord, AnswerState, TicketRecord } from '../../contract/records.ts';
import type { CalledTicket, LastCall, LastCallsInput } from '../call-records.ts';
import type { StoredTicket } from './tickets.ts';

export interface AnswerRows {
  answer(id: string): Step<AnswerRecord | null>;
  openAnswerAt(deskId: string): Step<AnswerRecord | null>;
  openAnswerOf(ticket: TicketRecord): Step<AnswerRecord | null>;
  servesElsewhere(userId: string, deskId: string): Step<boolean>;
  /**
   * @param numberServiceId the service whose number is called.
   * @param wait null for a ticket that did not wait: it was paused, or cancelled.
   */
  putAnswer(
    answer: AnswerRecord,
    numberServiceId: string,
    wait: { readonly waitMs: number; readonly first: boolean } | null,
  ): Step<void>;
  endAnswer(id: string, state: AnswerState, now: number): Step<void>;
  /** It goes on as if it had not ended. No other call may be open at its desk. */
  reopenAnswer(id: string): Step<void>;
  /** Gives the call to another user, from its beginning. */
  giveAnswer(id: string, userId: string): Step<void>;
  /** As if the call had never been made. */
  dropAnswer(id: string): Step<void>;
  /** The newest call of the ticket that was made by then; null when it has not been called. */
  lastAnswerOf(ticket: Pick<TicketRecord, 'id' | 'locationId' | 'issuedAt'>, until: number): Step<AnswerRecord | null>;
  /** The newest call of each of these tickets of one location, made before its state changed last; none of those never called. */
  lastAnswersOf(tickets: readonly StoredTicket[]): Step<readonly AnswerRecord[]>;
  calledTicket(answerId: string): Step<CalledTicket | null>;
  /** The open answer of each desk that has one. */
  openAnswers(locationId: string): Step<readonly CalledTicket[]>;
  lastCalls(input: LastCallsInput): Step<readonly LastCall[]>;
}
