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
   * @param numberServiceId the service whose number is called.
   * @param wait null for a ticket that did not wait: it was paused, or cancelled.
   */
  putAnswer(
    answer: CallRecord,
    numberServiceId: string,
    wait: { readonly waitMs: number; readonly first: boolean } | null,
  ): Effect<void>;
  endAnswer(id: string, state: CallState, now: number): Effect<void>;
  /** It goes on as if it had not ended. No other call may be open at its desk. */
  reopenAnswer(id: string): Effect<void>;
  /** Gives the call to another user, from its beginning. */
  giveAnswer(id: string, userId: string): Effect<void>;
  /** As if the call had never been made. */
  dropAnswer(id: string): Effect<void>;
  /** The newest call of the ticket that was made by then; null when it has not been called. */
  lastAnswerOf(ticket: Pick<TicketRecord, 'id' | 'locationId' | 'issuedAt'>, until: number): Effect<CallRecord | null>;
  /** The newest call of each of these tickets of one location, made before its state changed last; none of those never called. */
  lastAnswersOf(tickets: readonly StoredTicket[]): Effect<readonly CallRecord[]>;
  calledTicket(answerId: string): Effect<CalledTicket | null>;
  /** The open answer of each desk that has one. */
  openAnswers(locationId: string): Effect<readonly CalledTicket[]>;
  lastCalls(input: LastCallsInput): Effect<readonly LastCall[]>;
  /** In one statement on PostgreSQL, however many services a location has. */
  lastCallOfServices(input: ServiceLastCallsInput): Effect<readonly ServiceLastCall[]>;
}
