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
import { silentLog } from '../../main/context.ts';
import type { PersonalAppointmentField } from '../../main/contract/appointment-privacy.ts';
import { FLAG, type PersonalField } from '../../main/contract/queue.ts';
import type { PersonalAnswerField } from '../../main/queue/form-answers.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../main/store/store.ts';
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
  /** Changes the database of a store that is closed, and opens it again. */
  readonly again: (sql: string) => Promise<Store>;
}

/** As a program left it that had no such migration yet. */
const notYet = (migration: string): string =>
  `DELETE FROM migration WHERE number >= (SELECT number FROM migration WHERE name = '${migration}');
  DROP INDEX appointment_birthday;
  ALTER TABLE appointment DROP COLUMN birthday; ALTER TABLE appointment DROP COLUMN reference;
  DROP INDEX ticket_waiting_both; DROP INDEX audit_part;
  DROP TABLE audit_chain; ALTER TABLE audit DROP COLUMN prev_hash; ALTER TABLE audit DROP COLUMN hash;
  ALTER TABLE audit DROP COLUMN part; ALTER TABLE audit DROP COLUMN seq;
  ALTER TABLE number_lease DROP COLUMN device_id; ALTER TABLE number_lease DROP COLUMN taken;
  DROP TABLE IF EXISTS migration_step; DROP TABLE IF EXISTS schema_minimum;
  CREATE INDEX audit_appointments ON audit (id) WHERE collection = 'appointments'`;

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
    again(sql) {
      const database = new DatabaseSync(file);
      database.exec(sql);
      database.close();
      return openSqliteStore({ file, log: silentLog });
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
    async again(sql) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(sql);
      await client.end();
      return openPostgresStore({ url, log: silentLog });
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

it.each([
  ['sqlite', openSqlite],
  ['postgres', openPostgres],
])('a card that is found by its code is one on tickets of an earlier program in %s too', async (_, open) => {
  const { store: earlier, again } = await open();
  const device = (id: string, more: object) => ({
    collection: 'devices' as const,
    id,
    body: JSON.stringify({ id, ...more }),
  });
  const put = [device('card', { code: '04FF' }), device('kiosk', { code: '' }), device('display', {})];
  await earlier.writeSite({ put, remove: [] });
  const hall = new Hall(earlier);
  const taken: string[] = [];
  for (const deviceId of ['card', 'kiosk', 'display', 'gone']) {
    taken.push((await hall.create({ deviceId, flags: FLAG.priority })).ticket.id);
  }
  await earlier.close();
  const store = await again(notYet('cards-by-code'));
  onTestFinished(() => store.close());
  const devices = () =>
    Promise.all(
      taken.map(async (ticketId) => {
        const ticket = await store.query('ticket', { ticketId });
        return [ticket?.deviceId, ticket?.flags];
      }),
    );
  const others = ['kiosk', 'display', 'gone'].map((deviceId) => [deviceId, FLAG.priority]);
  expect(await devices()).toEqual([['card', FLAG.priority | FLAG.card], ...others]);
  const now = hall.now + 3 * DAY_MS;
  const due = { limit: 100, tickets: [{ locationId: 'hall', issuedBefore: now }], appointments: [] };
  expect(await store.run('anonymise', due, { now })).toMatchObject({ ok: true, value: { tickets: 1 } });
  expect(await devices()).toEqual([['', FLAG.priority | FLAG.card], ...others]);
});

/** Kept events as they were before they were lists. */
const olderEvents = (body: string): string =>
  `ALTER TABLE location_event DROP CONSTRAINT location_event_is_list; UPDATE location_event SET body = '${body}'`;

it.each([
  ['sqlite', openSqlite],
  ['postgres', openPostgres],
])('which card a ticket came from stands in no event that an earlier program kept in %s', async (engine, open) => {
  const { store: earlier, rows, again } = await open();
  const put = [{ collection: 'webhooks' as const, id: 'ears', body: JSON.stringify({ id: 'ears', state: 1 }) }];
  await earlier.writeSite({ put, remove: [] });
  const hall = new Hall(earlier);
  // With what ends a text, or looks like it.
  const deviceId = 'card-4711"}\\';
  await hall.create({ deviceId, flags: FLAG.card });
  await earlier.close();
  const written = (text: string): string =>
    `replace(${text}, '"deviceId":""', '"deviceId":${JSON.stringify(deviceId)}')`;
  const of = 'type, at, location_id, service_id, ticket_id, desk_id';
  const alarm = JSON.stringify({ alarm: { deviceId: 'kiosk-1', kind: 'gone', since: 1, endedAt: null } });
  const store = await again(`${notYet('events-without-devices')};
    UPDATE webhook_event SET subject = ${written('subject')};
    INSERT INTO webhook_event (${of}, subject)
      SELECT 'device.alarm', at, location_id, '', '', '', '${alarm}' FROM webhook_event;
    INSERT INTO webhook_delivery
      (id, webhook_id, seq, ${of}, subject, state, attempts, first_tried_at, tried_at, status_code, duration_ms, fault)
      SELECT type, 'ears', seq, ${of}, subject, 'delivered', 1, 1, 1, 200, 1, '' FROM webhook_event;
    ${engine === 'postgres' ? olderEvents(JSON.stringify({ ticket: { deviceId } })) : ''}`);
  onTestFinished(() => store.close());
  expect((await rows()).filter((row) => row.includes('card-4711'))).toHaveLength(1);
  // The ticket has it, as long as it may.
  const told = async () => {
    const { events = [] } = (await store.query('webhookWork', { webhookId: 'ears', after: 0, limit: 10 })) ?? {};
    return events.map(({ event, ticket }) => [event.type, ticket?.deviceId, event.alarm?.deviceId]);
  };
  expect(await told()).toEqual([
    ['ticket.created', deviceId, undefined],
    ['device.alarm', undefined, 'kiosk-1'],
  ]);
  const now = hall.now + 3 * DAY_MS;
  const due = { limit: 100, tickets: [{ locationId: 'hall', issuedBefore: now }], appointments: [] };
  expect(await store.run('anonymise', due, { now })).toMatchObject({ ok: true, value: { tickets: 1 } });
  expect((await rows()).filter((row) => row.includes('card-4711'))).toEqual([]);
});
