import type { CallFacts } from '../../../core/reports/tally.ts';
import { selected } from '../statement.ts';

/** The columns of `CallFacts`. */
const CALL_COLUMN: Readonly<Record<keyof CallFacts, string>> = {
  serviceId: 'service_id',
  deskId: 'desk_id',
  userId: 'user_id',
  state: 'state',
  calledAt: 'called_at',
  endedAt: 'ended_at',
  waitedMs: 'waited_ms',
  first: 'first',
};
export const CALL_FIELDS = selected(CALL_COLUMN, 'answer');
