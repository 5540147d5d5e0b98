import type { CallFacts } from '../../../core/reports/tally.ts';
import type { AnswerRow } from './answers.ts';

/** A row of `answer`, as far as reports look at it. */
export interface CallRow extends Omit<AnswerRow, 'ticket_id' | 'location_id'> {
  readonly waited_ms: number | null;
  readonly first: number;
}

export function callFacts(row: CallRow): CallFacts {
  return {
    serviceId: row.service_id,
    deskId: row.desk_id,
    userId: row.user_id,
    state: row.state,
    calledAt: row.called_at,
    endedAt: row.ended_at,
    waitedMs: row.waited_ms,
    first: row.first === 1,
  };
}
