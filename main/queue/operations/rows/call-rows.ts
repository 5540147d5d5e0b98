/** Rows of calls: what the engine reads and writes. */
import type { Effect } from '../../../database/effect.ts';
import type { CallRecord, CallState, TicketRecord } from '../../contract/records.ts';
import type {
  CalledTicket,
  LastCall,
  LastCallsInput,
  ServiceLastCall,
  ServiceLastCallsInput,
} from '../call-records.ts';
import type { StoredTicket } from './tickets.ts';

export interface AnswerRows {
  answer(id: string): Effect<CallRecord | null>;
  openAnswerAt(deskId: string): Effect<CallRecord | null>;
  openAnswerOf(ticket: TicketRecord): Effect<CallRecord | null>;
  servesElsewhere(userId: string, deskId: string): Effect<boolean>;
  /**
   * @param numberServiceId service of the called number
   * @param wait null for a ticket that was not waiting, but paused or cancelled
   */
  putAnswer(
    answer: CallRecord,
    numberServiceId: string,
    wait: { readonly waitMs: number; readonly first: boolean } | null,
  ): Effect<void>;
  endAnswer(id: string, state: CallState, now: number): Effect<void>;
  /** Reverts the end of a call. No other call may be open at its desk. */
  reopenAnswer(id: string): Effect<void>;
  /** Assigns the call to another user, from its start. */
  giveAnswer(id: string, userId: string): Effect<void>;
  /** Deletes the call as if it had never been made. */
  dropAnswer(id: string): Effect<void>;
  /** The latest call of the ticket up to that instant; null if there is none. */
  lastAnswerOf(ticket: Pick<TicketRecord, 'id' | 'locationId' | 'issuedAt'>, until: number): Effect<CallRecord | null>;
  /**
   * The latest call of each ticket before its last change of state, at one location; tickets without calls are missing.
   */
  lastAnswersOf(tickets: readonly StoredTicket[]): Effect<readonly CallRecord[]>;
  calledTicket(answerId: string): Effect<CalledTicket | null>;
  /** The open call of each desk that has one. */
  openAnswers(locationId: string): Effect<readonly CalledTicket[]>;
  lastCalls(input: LastCallsInput): Effect<readonly LastCall[]>;
  /** One statement on PostgreSQL, whatever the number of services. */
  lastCallOfServices(input: ServiceLastCallsInput): Effect<readonly ServiceLastCall[]>;
}
