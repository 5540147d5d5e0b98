import type { CallFacts } from '../../rules/day/tally.ts';
import { calledFields, type StoredCallRow } from './answers.ts';

/** A row of `answer`, as far as reports look at it. */
export interface CallRow extends Omit<StoredCallRow, 'ticket_id' | 'location_id'> {
  readonly waited_ms: number | null;
  readonly first: number;
}

export function callFacts(row: CallRow): CallFacts {
  return { ...calledFields(row), waitedMs: row.waited_ms, first: row.first === 1 };
}
