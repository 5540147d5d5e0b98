/** The integrity check finds damage: each damage is done to a good queue, and must be named. */
import { copyFile, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '../../../main/database/postgres/pool.ts';
import { DATABASE_FILE } from '../../../main/store/transfer/database-target.ts';
import { checkFile } from '../../../main/store/transfer/integrity/check-file.ts';
import { checkPlace } from '../../../main/store/transfer/integrity/check-place.ts';
import { checkPostgres } from '../../../main/store/transfer/integrity/check-postgres.ts';
import { newDatabase } from '../../helpers/postgres-database.ts';
import { openTown, type Town } from '../../helpers/town.ts';
import { places } from './places.ts';

const { newFolder } = places();
const NOW = Date.now();

/** A morning: visitors who wait, are served, paused, missed and transferred, one of them with a form and a priority. */
async function playMorning(town: Town): Promise<void> {
  for (let visitor = 0; visitor < 6; visitor += 1) await town.createTicket('Passports');
  await town.createTicket('Blood tests');
  await town.post('createticket', { service_id: 'blood' }, { 'idempotency-key': 'one visitor' });
  const desk = { desk_id: 'desk-1', user_id: 'ana' };
  for (const end of ['endcall', 'pausecall', 'cancelcall', null] as const) {
    const called = await town.post('callnextticket', desk);
    const { answer } = called.body as { answer: { id: string } };
    if (end !== null) await town.post(end, { answer_id: answer.id });
  }
}

/** Damage → the line that names it. `SQLITE` and `POSTGRES` damages are of one engine alone. */
const DAMAGES: readonly (readonly [name: string, sql: string, line: string])[] = [
  ['last number too low', 'UPDATE service_queue SET last_number = last_number - 2', 'the last ticket number is lower'],
  ['last number lost', 'UPDATE service_queue SET last_number = NULL', 'the last ticket number is lower'],
  [
    'a number of 99999',
    "UPDATE ticket SET number = 99999, label = 'A99999' WHERE number = 1",
    'the last ticket number is lower',
  ],
  ['a queue lost', 'DELETE FROM service_queue', 'a ticket waits for a service that has no queue'],
  [
    'a lane without a desk',
    "UPDATE ticket SET lane = 'dmoon' WHERE state = 1",
    'a ticket waits in a lane that no desk calls from',
  ],
  [
    'waiting since 2100',
    'UPDATE ticket SET waiting_since = 4102444800000 WHERE state = 1',
    'a ticket waits since a time in the future',
  ],
  ['issued in 1970', 'UPDATE ticket SET issued_at = 5', 'a time of ticket is impossible'],
  ['a call in 2100', 'UPDATE answer SET called_at = 4102444800000', 'a time of answer is impossible'],
  [
    'an end before its call',
    'UPDATE answer SET ended_at = called_at - 1 WHERE ended_at IS NOT NULL',
    'a call ended before it began',
  ],
  [
    'a label altered',
    "UPDATE ticket SET label = 'A999' WHERE number = 2",
    'a ticket label does not end in the ticket number',
  ],
  ['a state unknown', 'UPDATE ticket SET state = 9 WHERE number = 3', 'a ticket is in an unknown state'],
  [
    'a waiting ticket lost',
    'DELETE FROM ticket WHERE state = 1 AND number = 6',
    'the count of waiting visitors differs',
  ],
  ['a paused ticket without its call', 'DELETE FROM answer WHERE state = 3', 'a paused ticket has no call'],
  ['an open call lost', 'DELETE FROM answer WHERE state = 2', 'a ticket is in service, but no desk has it'],
  ['the ticket of a call lost', 'DELETE FROM ticket WHERE state = 5', 'a call of a ticket that does not exist'],
  [
    'a repeated request without its ticket',
    "UPDATE idempotency SET ticket_id = 'gone' WHERE ticket_id <> ''",
    'a repeated request would answer',
  ],
  [
    'a change of turn without its ticket',
    "INSERT INTO turn_change (location_id, at, ticket_id, change) VALUES ('hall', 1780000000000, 'gone', 'late')",
    'a planned change of turn of a ticket that does not exist',
  ],
  [
    'an open call of a service that is gone',
    "UPDATE answer SET service_id = 'gone' WHERE state = 2",
    'a call of a service that has no queue',
  ],
  [
    'a service lost from the site',
    "DELETE FROM site_item WHERE collection = 'services' AND id = 'passports'",
    'visitors wait for a service that the site does not have',
  ],
  [
    'a site item that is no JSON',
    "UPDATE site_item SET body = '{\"id\":' WHERE collection = 'desks'",
    'items of the site cannot be read: desks/',
  ],
  [
    'a site that is not valid',
    'UPDATE site_item SET body = \'{"id":"hall","name":7}\' WHERE collection = \'locations\'',
    'the site is not valid',
  ],
  ['a unique index dropped', 'DROP INDEX ticket_number', 'ticket_number'],
  ['an index dropped', 'DROP INDEX ticket_paused', 'ticket_paused'],
  ['a table dropped', 'DROP TABLE desk_time', 'desk_time'],
];
const OF_SQLITE: typeof DAMAGES = [
  [
    'a check-in without its ticket',
    "INSERT INTO check_in (appointment_id, booked_at, ticket_id) VALUES ('visit', 1780000000000, 'gone')",
    'a check-in of a ticket that does not exist',
  ],
  [
    'a sequence put back',
    "UPDATE sqlite_sequence SET seq = 0 WHERE name = 'webhook_event'",
    'the next id of webhook_event',
  ],
];
const OF_POSTGRES: typeof DAMAGES = [
  [
    'a check-in without its ticket',
    `INSERT INTO check_in (location_id, appointment_id, booked_at, ticket_id)
      VALUES ('hall', 'visit', 1780000000000, 'gone')`,
    'a check-in of a ticket that does not exist',
  ],
  [
    'a column of another type',
    'ALTER TABLE answer ALTER COLUMN state TYPE bigint',
    'the schema lacks: column answer.state smallint',
  ],
  [
    'a constraint dropped',
    'ALTER TABLE location_event DROP CONSTRAINT location_event_is_list',
    'the schema lacks: constraint',
  ],
  ['a sequence put back', 'ALTER TABLE webhook_event ALTER COLUMN seq RESTART WITH 1', 'the next id of webhook_event'],
  [
    'all secrets lost',
    "INSERT INTO credential VALUES ('user', 'x', 'y', 0, false); DELETE FROM secret",
    'the secrets that sign keys are missing',
  ],
  ['events lost', "DELETE FROM location_event WHERE location_id = 'hall'", 'events are missing'],
];

describe('the integrity check of SQLite', () => {
  let good: string;
  beforeAll(async () => {
    good = join(newFolder().dataDir, 'good.db');
    const file = join(newFolder().dataDir, DATABASE_FILE);
    const town = await openTown({ database: file });
    await playMorning(town);
    await town.close();
    const db = new DatabaseSync(file);
    db.exec(`INSERT INTO webhook_event (type, at, location_id, service_id, ticket_id, desk_id, subject)
      VALUES ('ticket.called', 1780000000000, 'hall', '', '', '', '{}'); VACUUM INTO '${good}'`);
    db.close();
  });

  it('finds a good queue consistent', async () => {
    expect(await checkFile(good, false, NOW)).toEqual({ damage: [], faults: [] });
  });

  it.each([...DAMAGES, ...OF_SQLITE])('names %s', async (_name, sql, line) => {
    const file = join(newFolder().dataDir, DATABASE_FILE);
    await copyFile(good, file);
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA foreign_keys = OFF; ${sql}`);
    db.close();
    const { damage, faults } = await checkFile(file, false, NOW);
    expect([...damage, ...faults].join('\n')).toContain(line);
  });

  it('names a key file that is missing where keys were given', async () => {
    const place = newFolder();
    const file = join(place.dataDir, DATABASE_FILE);
    await copyFile(good, file);
    const db = new DatabaseSync(file);
    db.exec("INSERT INTO credential VALUES ('user', 'x', 'y', 0, 0)");
    db.close();
    expect(await checkPlace(place)).toContainEqual(expect.stringContaining('secret.key'));
  });

  it('detects every flipped byte that changes a text, a key or the file itself', async () => {
    const file = join(newFolder().dataDir, DATABASE_FILE);
    const { size } = await stat(good);
    const before = cells(good);
    const missed: string[] = [];
    let found = 0;
    for (let flip = 0; flip < FLIPS; flip += 1) {
      await copyFile(good, file);
      // Spread over the whole file, and within pages.
      const at = Math.floor(((flip + 0.5) * size) / FLIPS + flip * 37) % size;
      await flipByte(file, at);
      const lines = await checkFile(file, false, NOW).then(
        ({ damage, faults }) => [...damage, ...faults],
        (error: Error) => [error.message],
      );
      if (lines.length > 0) found += 1;
      else if (changesText(before, file)) missed.push(`byte ${at}`);
    }
    expect(missed).toEqual([]);
    expect(found).toBeGreaterThan(0);
  });
});

const FLIPS = 96;

async function flipByte(file: string, at: number): Promise<void> {
  const handle = await open(file, 'r+');
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, at);
  await handle.write(Buffer.of((byte[0] ?? 0) ^ 0xff), 0, 1, at);
  await handle.close();
}

/** Every value of every table, as SQLite reads it. */
function cells(file: string): readonly unknown[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    return tables.flatMap(({ name }) => {
      const statement = db.prepare(`SELECT * FROM "${String(name)}"`);
      statement.setReturnArrays(true);
      return (statement.all() as unknown as unknown[][]).flat();
    });
  } finally {
    db.close();
  }
}

/** A flipped byte in free space changes nothing; one in a number may give another number, which nothing tells apart. */
function changesText(before: readonly unknown[], file: string): boolean {
  const after = cells(file);
  if (after.length !== before.length) return true;
  return before.some((value, at) => typeof value === 'string' && value !== after[at]);
}

it('reports each damage by the integrity check of PostgreSQL', async () => {
  const { url } = await newDatabase();
  const town = await openTown({ database: url });
  await playMorning(town);
  await town.close();
  const pool = openPool({ url, most: 1, connectMs: 10_000, statementMs: 60_000 });
  const found: Record<string, string> = {};
  await pool.work(async (line) => {
    const ask = (sql: string) => line.ask<Record<string, unknown>>({ name: '', text: sql }, []);
    const check = async (): Promise<readonly string[]> => (await checkPostgres(ask, async () => null, NOW)).faults;
    await line.exec(`INSERT INTO webhook_event (type, at, location_id, service_id, ticket_id, desk_id, subject)
      VALUES ('ticket.called', 1780000000000, 'hall', '', '', '', '{}'); DELETE FROM credential`);
    found['nothing at all'] = (await check()).join('\n');
    for (const [name, sql, wanted] of [...DAMAGES, ...OF_POSTGRES]) {
      await line.exec(`BEGIN; SET CONSTRAINTS ALL DEFERRED; ${sql}`);
      const lines = await check();
      if (!lines.some((each) => each.includes(wanted))) found[name] = lines.join('\n');
      await line.exec('ROLLBACK');
    }
  });
  const damaged = await pool.work(async (line) => {
    const ask = (sql: string) => line.ask<Record<string, unknown>>({ name: '', text: sql }, []);
    const without = await checkPostgres(ask, async () => null, NOW);
    await line.exec('CREATE EXTENSION amcheck');
    const good = await checkPostgres(
      ask,
      async (sql) => {
        await ask(sql);
        return null;
      },
      NOW,
    );
    const bad = await checkPostgres(ask, async (sql) => (sql.includes("'ticket_number'") ? 'item order' : null), NOW);
    return { without: without.notes, good, bad: bad.faults };
  });
  await pool.close();
  expect(damaged).toEqual({
    without: expect.arrayContaining([expect.stringContaining('CREATE EXTENSION amcheck')]),
    good: { faults: [], notes: expect.not.arrayContaining([expect.stringContaining('amcheck')]) },
    bad: ['an index is corrupt, run REINDEX INDEX ticket_number: item order'],
  });
  expect(found).toEqual({ 'nothing at all': '' });
});
