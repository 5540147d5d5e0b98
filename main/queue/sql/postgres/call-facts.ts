import { selected } from '../../../database/postgres/statement.ts';
import type { CallFacts } from '../../rules/day/tally.ts';
import { CALLED_COLUMN } from '../columns.ts';

/** The columns of `CallFacts`. */
const CALL_COLUMN: Readonly<Record<keyof CallFacts, string>> = {
  ...CALLED_COLUMN,
  waitedMs: 'waited_ms',
  first: 'first',
};
export const CALL_FIELDS = selected(CALL_COLUMN, 'answer');
