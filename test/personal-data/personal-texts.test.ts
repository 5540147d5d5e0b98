/** The condition for personal data is the one of the index that finds it. */
import { expect, it } from 'vitest';
import { QUEUE_TABLES } from '../../main/database/tables/queue-tables.ts';
import { IS_PERSONAL } from '../../main/personal-data/sql/personal.ts';

it('the index of tickets with personal data names every personal field', () => {
  const indexes = QUEUE_TABLES.find(({ name }) => name === 'ticket')?.indexes ?? [];
  expect(indexes.find(({ name }) => name === 'ticket_personal')?.where).toBe(IS_PERSONAL);
});
