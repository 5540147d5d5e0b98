/** Personal data of one visitor: search, export and erasure down to the disk in a running program. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPool } from '../../main/database/postgres/pool.ts';
import { once } from '../../main/database/postgres/statement.ts';
import type { FoundPerson } from '../../main/personal-data/contract/rest/personal-data.ts';
import { formTownSite } from '../forms/form-town.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { openTown, type Town } from '../helpers/town.ts';

const NAME = 'Zoraida Quintanilha';
const MAIL = 'zoraida.q@pontalva.example';
const CODE = 'ZQ-7431';
const POLICE = '7431/ZQ';
const PHONE = '+351 912 743 100';
/** In a hash the four digits can occur by chance. */
/** Of the appointment alone. */
const PERSON = { birthday: '1951-07-31', reference: 'P-7431/09' };
const ANY = /1951-07-31|Zoraida|Quintanilha|zoraida|Q-7431|7431\/|P-7431|912 ?743/;

interface Place {
  readonly database: string;
  /** Complete content of the database: all rows of all tables; with SQLite also all bytes of its files. */
  all(): Promise<string>;
}

async function sqlite(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'person-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const database = join(folder, 'take-a-number.db');
  return {
    database,
    async all() {
      const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1')));
      const db = new DatabaseSync(database, { readOnly: true });
      try {
        const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[];
        const rows = tables.map(({ name }) => JSON.stringify(db.prepare(`SELECT * FROM "${name}"`).all()));
        return [...files, ...rows].join('\n');
      } finally {
        db.close();
      }
    },
  };
}

async function postgres(): Promise<Place> {
  const { url } = await newDatabase();
  return {
    database: url,
    async all() {
      const pool = openPool({ url, most: 1, connectMs: 10_000, statementMs: 10_000 });
      try {
        return await pool.work(async (line) => {
          const tables = await line.ask<{ name: string }>(
            once(
              `tables-${crypto.randomUUID()}`,
              "SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'",
            ),
            [],
          );
          const texts: string[] = [];
          for (const { name } of tables) {
            const [row] = await line.ask<{ text: string | null }>(
              once(`all-${crypto.randomUUID()}`, `SELECT string_agg(each::text, chr(10)) AS text FROM ${name} AS each`),
              [],
            );
            texts.push(row?.text ?? '');
          }
          return texts.join('\n');
        });
      } finally {
        await pool.close();
      }
    },
  };
}

const admin = async (town: Town, method: string, path: string, body?: object) => {
  const response = await fetch(`${town.address}/restapi/v2/admin/${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
};
const search = async (town: Town, wanted: object): Promise<FoundPerson> =>
  (await admin(town, 'POST', 'personal-data/search', wanted)).body;
const idsOf = ({ tickets, appointments, mails }: FoundPerson) => ({
  tickets: tickets.map(({ id }) => id),
  appointments: appointments.map(({ id }) => id),
  mails: mails.map(({ id }) => id),
});
const report = async (town: Town): Promise<unknown> =>
  (await fetch(`${town.address}/restapi/v2/reports/today?location=hall`)).json();

/** A visitor with data of every kind, beside another one. */
async function openWithPerson(database: string): Promise<{ readonly town: Town; readonly other: string }> {
  const site = formTownSite() as Record<string, unknown>;
  const town = await openTown({
    database,
    webhooks: true,
    mail: { random: () => 1 },
    site: {
      ...site,
      settings: {
        ...(site.settings as object),
        mail_server: '127.0.0.1',
        mail_port: 9,
        mail_security: 'none',
        mail_from: 'q@pontalva.example',
        webhook_networks: ['127.0.0.0/8'],
      },
      webhooks: [
        {
          id: 'ears',
          name: 'Ears',
          url: 'http://127.0.0.1:9/',
          secret: 'a secret of more than twenty-four',
          include_personal_data: true,
        },
      ],
    },
  });
  onTestFinished(() => town.close());
  const booked = { service: 'passports', scheduled_to: '2026-11-20 12:20:00', code: CODE, ...PERSON };
  await admin(town, 'POST', 'appointments', { id: 'visit', ...booked, client_name: 'Somebody', app_displayname: '' });
  await admin(town, 'PUT', 'appointments/visit', { ...booked, client_name: NAME, app_displayname: `12 h ${NAME}` });
  const answers = { reason: 'Lost', 'police-number': '1234/QX', income: 7 };
  const drawn = { form_answers: { ...answers, 'police-number': POLICE }, client_name: NAME, custom_field: PHONE };
  const asked = { service_id: 'passports', device_id: 'kiosk-1' };
  const made = await town.post('createticket', { ...asked, ...drawn }, { 'idempotency-key': 'visitor' });
  expect(made.status).toBe(200);
  const call = await town.call('Desk 1', made.body.ticket.id);
  await town.post('transferticket', {
    answer_id: call.id,
    dst_type: 'service',
    dst_id: 'passports',
    note: `${NAME} comes back`,
  });
  const checked = await town.post('createticket', { ...asked, appointment: 'visit', form_answers: answers });
  expect(checked.status).toBe(200);
  await town.mail?.send({
    kind: 'visit',
    to: [MAIL],
    subject: 'Your visit',
    text: `Good day ${NAME}`,
    attachments: [],
  });
  const other = await town.post('createticket', { ...asked, form_answers: answers, client_name: 'Rui Costa' });
  return { town, other: other.body.ticket.id };
}

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
] as const)('personal data in %s', (_engine, open) => {
  it('is found by name, code, telephone number and ticket, and exported', async () => {
    const { town } = await openWithPerson((await open()).database);
    const byName = await search(town, { text: 'quintanilha' });
    expect(byName).toMatchObject({
      success: true,
      complete: true,
      appointments: [{ id: 'visit', client_name: NAME, code: CODE, ...PERSON }],
      mails: [{ to: MAIL, text: `Good day ${NAME}` }],
    });
    // The ticket with the name, and the ticket of the appointment.
    expect(byName.tickets).toHaveLength(2);
    expect(byName.tickets.flatMap(({ answers }) => answers.map(({ answer }) => answer))).toContainEqual([POLICE]);
    expect(idsOf(await search(town, { text: '(00351) 912-743-100' })).tickets).toEqual([]);
    expect(idsOf(await search(town, { text: '912 743100' })).tickets).toHaveLength(1);
    expect(idsOf(await search(town, { text: CODE.toLowerCase() })).appointments).toEqual(['visit']);
    expect(idsOf(await search(town, { text: 'p-7431/09' })).appointments).toEqual(['visit']);
    expect(idsOf(await search(town, { text: MAIL })).mails).toHaveLength(1);
    const [first] = byName.tickets;
    expect(idsOf(await search(town, { ticket_id: first?.id })).tickets).toEqual([first?.id]);
    expect((await admin(town, 'POST', 'personal-data/search', { text: 'zo' })).body.errno).toBe(5);

    expect((await admin(town, 'POST', 'personal-data/export', { text: NAME })).body.tickets).toHaveLength(2);
    const [entry] = (await admin(town, 'GET', 'audit?collection=personal_data')).body.entries;
    expect(entry).toMatchObject({ action: 'exported', by: { kind: 'console' }, item_id: '', item_name: '' });
    expect(JSON.stringify(entry)).not.toMatch(ANY);
  });

  it('is erased to the last byte in a running program, without a change of reports', async () => {
    const place = await open();
    const { town, other } = await openWithPerson(place.database);
    expect(await place.all()).toMatch(ANY);
    const figures = await report(town);
    const found = await search(town, { text: NAME });
    const erased = await admin(town, 'POST', 'personal-data/erase', {
      ticket_ids: idsOf(found).tickets,
      appointment_ids: idsOf(found).appointments,
      mail_ids: idsOf(found).mails,
    });
    expect(erased.body).toEqual({
      success: true,
      tickets: 2,
      answers: 6,
      appointments: 1,
      mails: 1,
      gone_from_disk: true,
    });

    expect(await place.all()).not.toMatch(ANY);
    expect(JSON.stringify(town.logged)).not.toMatch(ANY);
    expect(await report(town)).toEqual(figures);
    expect(idsOf(await search(town, { text: NAME }))).toEqual({ tickets: [], appointments: [], mails: [] });
    const [entry] = (await admin(town, 'GET', 'audit?collection=personal_data')).body.entries;
    expect(entry).toMatchObject({
      action: 'erased',
      fields: expect.arrayContaining([expect.objectContaining({ field: 'tickets', after: '2' })]),
    });
    // Another person's data stays, and the queue continues.
    expect((await search(town, { text: 'Rui Costa' })).tickets).toMatchObject([
      { id: other, client_name: 'Rui Costa' },
    ]);
    expect((await town.waiting('Passports')).map(({ id }) => id)).toContain(other);
  });
});

it('is available only to administrators of the whole site', async () => {
  const town = await openTown({ authentication: 'on' });
  onTestFinished(() => town.close());
  for (const path of ['search', 'export', 'erase']) {
    expect((await admin(town, 'POST', `personal-data/${path}`, { text: NAME })).body.errno).toBe(101);
  }
});
