import type { Effect } from '../../../database/effect.ts';
import type { CallRecord, CallResult, CallState, DeskAway } from '../../contract/records.ts';

/** Ended calls of one user with the same end. */
export interface CallsOfClerk {
  readonly state: CallState;
  readonly calls: number;
  /** Total duration in milliseconds. */
  readonly tookMs: number;
}

/** Results of calls, and breaks and closures of desks. */
export interface DeskLogRows {
  /** Replaces the results of that call. */
  putResults(answer: CallRecord, results: readonly CallResult[]): Effect<void>;
  resultsOf(answer: Pick<CallRecord, 'locationId' | 'calledAt' | 'id'>): Effect<readonly CallResult[]>;
  /** Ended calls of the user at the location since then, by their end. */
  callsOfClerk(locationId: string, userId: string, since: number): Effect<readonly CallsOfClerk[]>;
  putDeskTime(locationId: string, deskId: string, away: DeskAway, until: number): Effect<void>;
  /** Deletes older rows, at most `limit`; returns the number of deleted rows. */
  dropDeskLog(locationId: string, before: number, limit: number): Effect<number>;
}
