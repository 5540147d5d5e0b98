import type { Effect } from '../../../database/effect.ts';
import type { CallRecord, CallResult, DeskAway } from '../../contract/records.ts';

/** Results of calls, and times when a desk was on a break or closed. */
export interface DeskLogRows {
  /** Replaces the results of that call. */
  putResults(answer: CallRecord, results: readonly CallResult[]): Effect<void>;
  resultsOf(answer: Pick<CallRecord, 'locationId' | 'calledAt' | 'id'>): Effect<readonly CallResult[]>;
  putDeskTime(locationId: string, deskId: string, away: DeskAway, until: number): Effect<void>;
  /** Deletes older rows, at most `limit` of them; returns how many. */
  dropDeskLog(locationId: string, before: number, limit: number): Effect<number>;
}
