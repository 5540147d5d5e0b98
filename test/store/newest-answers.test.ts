/** The search at a counter looks at the newest answers of its location, however many there are. */
import { describe, expect, it } from 'vitest';
import type { FormAnswerInput } from '../../main/forms/operations/form-answer-records.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { overPostgres, overSqlite } from './damaged-store.ts';
import { Hall } from './queue-hall.ts';

/** More answers than one search looks at. */
const MANY = 30_001;

const answered = (text: string): FormAnswerInput => ({
  questionId: 'why',
  formId: 'form',
  stage: 'before',
  place: 0,
  question: 'Why?',
  visible: true,
  answer: [text],
  anonymiseAt: null,
});

async function found(store: Store, { locationId }: Hall, text: string): Promise<readonly string[]> {
  const how = { since: 0, hidden: [], personal: true, withResults: false, most: 5 };
  const { tickets } = await store.query('findTickets', { locationId, text, ...how });
  return tickets.map(({ ticket }) => ticket.id);
}

const COPIES_IN_SQLITE = `WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < CAST(? AS INTEGER))
  INSERT INTO form_answer SELECT ticket_id, 'copy-' || at, form_id, stage, place, question, visible, answer, answered_at,
    anonymise_at FROM form_answer AS seed, n`;
const COPIES_IN_POSTGRES = `INSERT INTO form_answer SELECT made.* FROM form_answer AS seed, generate_series(1, ?::integer) AS at,
  jsonb_populate_record(seed, jsonb_build_object('question_id', 'copy-' || at)) AS made`;

describe.each([
  ['SQLite', overSqlite, COPIES_IN_SQLITE],
  ['PostgreSQL', overPostgres, COPIES_IN_POSTGRES],
])('the search over %s', (_engine, open, copies) => {
  it('finds the last answer, here and not at another location', async () => {
    const { store, damage } = await open();
    const hall = new Hall(store);
    const draw = async (at: Hall, text: string): Promise<string> =>
      (await at.create({ formAnswers: [answered(text)] })).ticket.id;
    const copy = (ticketId: string) => damage(`${copies} WHERE seed.ticket_id = '${ticketId}'`, String(MANY));
    await copy(await draw(hall, 'Renewal'));
    const last = await draw(hall, 'Façade');
    await copy(await draw(new Hall(store, 'elsewhere'), 'Facade'));
    expect(await found(store, hall, 'facade')).toEqual([last]);
  });
});
