/**
 * When everything that says something of visitors has been erased, none of it is left anywhere in the database: not in the log
 * of events, not in the outbox of webhooks, not in answers that are kept to be given again. Fields are named by the types that
 * say which are personal, so that a new one has to be filled in here.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import type { PersonalAppointmentField } from '../../main/appointments/contract/appointment-privacy.ts';
import type { PersonalAnswerField } from '../../main/forms/operations/form-answer-records.ts';
import { silentLog } from '../../main/lib/context.ts';
import { FLAG, type PersonalField } from '../../main/queue/contract/records.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';
import { newPostgresStore } from '../helpers/postgres-store.ts';
import { Hall, value } from './queue-hall.ts';

/** Each is found nowhere else. */
const TICKET = {
  clientName: 'Joana-7431-t1',
  note: 'Limps-7431-t2',
  customField: 'Chair-7431-t3',
  appDisplayName: 'Ten-7431-t4',
  deviceId: 'Card-7431-t5',
} satisfies Record<PersonalField, string>;
const ANSWER = { answer: ['Passport-7431-f1'] } satisfies Record<PersonalAnswerField, readonly string[]>;
const APPOINTMENT = {
  client_name: 'Joana-7431-a1',
  code: 'KX-7431-a2',
  app_displayname: 'Ten-7431-a3',
  birthday: '1931-07-31',
  reference: 'Case-7431-a5',
} satisfies Record<PersonalAppointmentField, string>;
const EVERY_WORD = [...Object.values(TICKET), ...ANSWER.answer, ...Object.values(APPOINTMENT)];
const DAY_MS = 86_400_000;

interface Opened {
  readonly store: Store;
  /** Every row of every table, as text. */
  readonly rows: () => Promise<readonly string[]>;
}

async function openSqlite(): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'take-a-number-erasing-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'queue.db');
  const store = await openSqliteStore({ file, log: silentLog });
  return {
    store,
    async rows() {
      const database = new DatabaseSync(file, { readOnly: true });
      const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
      const rows = tables.flatMap(({ name }) => database.prepare(`SELECT * FROM "${name}"`).all());
      database.close();
      return rows.map((row) => JSON.stringify(row));
    },
  };
}

async function openPostgres(): Promise<Opened> {
  const { store, url } = await newPostgresStore();
  return {
    store,
    async rows() {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const found: string[] = [];
      const tables = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
      for (const { tablename } of tables.rows) {
        const { rows } = await client.query(`SELECT row_to_json(t)::text AS text FROM "${tablename}" AS t`);
        found.push(...rows.map(({ text }) => text as string));
      }
      await client.end();
      return found;
    },
  };
}

it.each([
  ['sqlite', openSqlite],
  ['postgres', openPostgres],
])('nothing of a visitor is left in %s when it has been erased', async (_, open) => {
  const { store, rows } = await open();
  onTestFinished(() => store.close());
  const hall = new Hall(store);
  const visit = {
    id: 'visit',
    service: hall.service('a'),
    location: '',
    scheduled_to: '2026-11-20 10:00:00',
    lang: 'en',
    state: 1,
    user: '',
    desk: '',
    ...APPOINTMENT,
  };
  const webhook = JSON.stringify({ id: 'ears', state: 1 });
  await store.writeSite({ put: [{ collection: 'webhooks', id: 'ears', body: webhook }], remove: [] });
  const { revision } = await store.siteSince(null);
  const kept = { locationId: 'hall', appointment: visit };
  expect(await store.editAppointment({ before: null, after: kept, from: revision })).toBe(true);
  const { appDisplayName: displayName, ...said } = TICKET;
  const input = {
    ...said,
    flags: FLAG.card,
    appointment: { id: 'visit', bookedAt: hall.now, displayName },
    formAnswers: [
      {
        ...ANSWER,
        questionId: 'reason',
        formId: 'form',
        stage: 'before' as const,
        place: 1,
        question: 'Why?',
        visible: true,
        anonymiseAt: hall.now + DAY_MS,
      },
    ],
  };
  const { ticket } = value(await hall.tryCreate(input, { key: 'kiosk', fingerprint: 'f' }));
  const call = value(await hall.tryNext('desk-1', {}, { key: 'desk', fingerprint: 'f' }));
  // What stood there before is kept to be put back.
  const written = { note: 'Late-7431-t6', customField: 'Lift-7431-t7' };
  value(await hall.tryTransfer(call.answer.id, { dstType: 'desk', dstId: 'desk-2', ...written }));

  const before = await rows();
  for (const word of EVERY_WORD) expect(before.some((row) => row.includes(word))).toBe(true);
  // The event is kept for the webhook, too.
  expect(before.filter((row) => row.includes('ticket.called') && row.includes(ticket.id)).length).toBeGreaterThan(0);
  const now = hall.now + 3 * DAY_MS;
  const due = {
    limit: 100,
    tickets: [{ locationId: 'hall', issuedBefore: now }],
    appointments: [{ locationId: 'hall', bookedBefore: '2026-11-22' }],
  };
  const erased = await store.run('anonymise', due, { now });
  expect(erased).toMatchObject({ ok: true, value: { answers: 1, tickets: 1, appointments: 1 } });
  const after = await rows();
  expect(after.filter((row) => row.includes('-7431-'))).toEqual([]);
  expect(after.some((row) => row.includes(ticket.id))).toBe(true);
});

it.each([
  ['sqlite', openSqlite],
  ['postgres', openPostgres],
])('a card alone makes a ticket personal in %s; a kiosk does not, and stays', async (_, open) => {
  const { store } = await open();
  onTestFinished(() => store.close());
  const hall = new Hall(store);
  const device = async (input: object) => {
    const { ticket } = value(await hall.tryCreate({ deviceId: 'there', ...input }));
    return async () => (await store.query('ticket', { ticketId: ticket.id }))?.deviceId;
  };
  const ofCard = await device({ flags: FLAG.card | FLAG.priority });
  const ofKiosk = await device({ flags: FLAG.priority });
  const ofKnown = await device({ clientName: 'Joana' });
  expect([await ofCard(), await ofKiosk(), await ofKnown()]).toEqual(['there', 'there', 'there']);
  const now = hall.now + 3 * DAY_MS;
  const due = { limit: 100, tickets: [{ locationId: 'hall', issuedBefore: now }], appointments: [] };
  expect(await store.run('anonymise', due, { now })).toMatchObject({ ok: true, value: { tickets: 2 } });
  expect([await ofCard(), await ofKiosk(), await ofKnown()]).toEqual(['', 'there', 'there']);
});
