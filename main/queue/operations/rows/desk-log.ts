import type { Effect } from '../../../database/effect.ts';
import type { CallRecord, CallResult, DeskAway } from '../../contract/records.ts';

/** Results of calls, and breaks and closures of desks. */
export interface DeskLogRows {
  /** Replaces the results of that call. */
  putResults(answer: CallRecord, results: readonly CallResult[]): Effect<void>;
  resultsOf(answer: Pick<CallRecord, 'locationId' | 'calledAt' | 'id'>): Effect<readonly CallResult[]>;
  putDeskTime(locationId: string, deskId: string, away: DeskAway, until: number): Effect<void>;
  /** Deletes older rows, at most `limit`; returns the number of deleted rows. */
  dropDeskLog(locationId: string, before: number, limit: number): Effect<number>;
}
