import type { Step } from '../../../database/effect.ts';
import type { AnswerRecord, CallResult, DeskAway } from '../../contract/records.ts';

/** Results of calls, and times when a desk was on a break or closed. */
export interface DeskLogRows {
  /** Replaces the results of that call. */
  putResults(answer: AnswerRecord, results: readonly CallResult[]): Step<void>;
  resultsOf(answer: Pick<AnswerRecord, 'locationId' | 'calledAt' | 'id'>): Step<readonly CallResult[]>;
  putDeskTime(locationId: string, deskId: string, away: DeskAway, until: number): Step<void>;
  /** Deletes older rows, at most `limit` of them; returns how many. */
  dropDeskLog(locationId: string, before: number, limit: number): Step<number>;
}
