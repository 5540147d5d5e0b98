/**
 * All store operations on a database partitioned by location with packaging/servers/partitions.sql.
 *
 * Every row is in the partition of its location. `npm run test:slow -- partitions`
 */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../main/lib/context.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { TABLES } from '../../main/store/transfer/tables.ts';
import { type Database, newDatabase } from '../helpers/postgres-database.ts';
import { deskWorkSuite } from './desk-work-suite.ts';
import { deviceSuite } from './device-suite.ts';
import { historySuite } from './history-suite.ts';
import { leaseSuite } from './lease-suite.ts';
import { Hall } from './queue-hall.ts';
import { storeSuite } from './store-suite.ts';
import { undoSuite } from './undo-suite.ts';

const PARTITIONS = readFileSync(new URL('../../packaging/servers/partitions.sql', import.meta.url), 'utf8');
const PATIENT = { log: silentLog, connectMs: 60_000, deadlineMs: 120_000 };

async function inDatabase<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const result: unknown = await client.query<T>(sql);
    return Array.isArray(result) ? [] : (result as pg.QueryResult<T>).rows;
  } finally {
    await client.end();
  }
}

/** A database that a program has created, and that was partitioned then. */
async function partitioned(): Promise<Database> {
  const database = await newDatabase('new');
  await (await openPostgresStore({ url: database.url, ...PATIENT })).close();
  await inDatabase(database.url, PARTITIONS);
  return database;
}

const databases = new Map<string, Promise<Database>>();
const open = async (name: string): Promise<Store> => {
  const database = databases.get(name) ?? partitioned();
  databases.set(name, database);
  return openPostgresStore({ url: (await database).url, ...PATIENT });
};
storeSuite('partitioned', open);
leaseSuite('partitioned', open);
undoSuite('partitioned', open);
deskWorkSuite('partitioned', open);
deviceSuite('partitioned', open);
historySuite('partitioned', async (clock) => {
  const { url } = await partitioned();
  return openPostgresStore({ url, clock, ...PATIENT });
});

describe('an existing database', () => {
  it('is partitioned with its rows, and its keys and indexes by name, and continues', async () => {
    const database = await newDatabase('new');
    onTestFinished(() => database.drop());
    const { url } = database;
    const before = await openPostgresStore({ url, ...PATIENT });
    const hall = new Hall(before);
    for (let visit = 0; visit < 3; visit += 1) await hall.create();
    await hall.next('desk-1');
    await before.close();
    const INDEXES = `SELECT tablename || ' ' || indexname AS index FROM pg_indexes
      WHERE schemaname = 'public' AND tablename !~ '_[0-7]$' ORDER BY 1`;
    const names = await inDatabase(url, INDEXES);
    await inDatabase(url, PARTITIONS);
    expect(await inDatabase(url, INDEXES)).toEqual(names);
    // Again, after a later version: partitioned tables stay unchanged.
    await inDatabase(url, PARTITIONS);
    expect(await inDatabase(url, INDEXES)).toEqual(names);

    const whole = await inDatabase<{ name: string }>(
      url,
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'p' ORDER BY 1`,
    );
    const located = TABLES.filter(({ columns, locationOf, name }) => {
      return ('location_id' in columns || locationOf !== undefined) && !name.startsWith('webhook_');
    });
    expect(whole.map(({ name }) => name)).toEqual(expect.arrayContaining(located.map(({ name }) => name)));

    const after = await openPostgresStore({ url, ...PATIENT });
    onTestFinished(() => after.close());
    const goesOn = new Hall(after);
    const { ticket } = await goesOn.create();
    expect(ticket.number).toBe(4);
    await goesOn.next('desk-2');
    const [places] = await inDatabase<{ partitions: number; tickets: number }>(
      url,
      'SELECT count(DISTINCT tableoid)::int AS partitions, count(*)::int AS tickets FROM ticket',
    );
    expect(places).toEqual({ partitions: 1, tickets: 4 });
  });
});
