/** Databases of earlier programs, opened by this one: nothing is lost, and the queue goes on where it stood. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { Db } from '../../main/database/sqlite/db.ts';
import { createTables } from '../../main/database/tables/create-tables.ts';
import { integer, table, text } from '../../main/database/tables/table.ts';
import { silentLog } from '../../main/lib/context.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { migrate, SqliteDatabaseRefused } from '../../main/store/sqlite/migrate.ts';
import { MIGRATIONS } from '../../main/store/sqlite/migrations.ts';
import { checkSqliteSchema } from '../../main/store/transfer/integrity/check-file.ts';
import { checkPlace } from '../../main/store/transfer/integrity/check-place.ts';
import { hearChild } from '../helpers/hear-child.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { type KeptDatabase, keptDatabases } from './kept-databases.ts';
import { keptSuite } from './kept-suite.ts';
import { releasedVersions } from './released-versions.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const KEPT = keptDatabases();
const NEWEST = Math.max(...MIGRATIONS.map(({ number }) => number));

const folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function unpack(kept: KeptDatabase): Promise<string> {
  const file = join(mkdtempSync(join(folder, 'kept-')), 'take-a-number.db');
  await kept.unpack(file);
  return file;
}

function rows(file: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

it('there is a database of every released version', () => {
  expect(KEPT.map(({ name }) => name)).toEqual(expect.arrayContaining([...releasedVersions()]));
  expect(KEPT.length).toBeGreaterThan(0);
});

describe.each(KEPT)('a database of $name', (kept) => {
  it('becomes one of today, whole', async () => {
    const file = await unpack(kept);
    expect(rows(file, 'SELECT max(number) AS number FROM migration')).toMatchObject([{ number: kept.schema }]);
    const db = new Db({ file, busyTimeoutMs: 1000 });
    migrate(db);
    expect(checkSqliteSchema(db)).toEqual([]);
    db.close();
    expect(rows(file, 'SELECT max(number) AS number FROM migration')).toMatchObject([{ number: NEWEST }]);
    expect(rows(file, 'PRAGMA integrity_check')).toMatchObject([{ integrity_check: 'ok' }]);
    expect(rows(file, 'PRAGMA foreign_key_check')).toEqual([]);
  });

  keptSuite(kept, () => unpack(kept));
});

describe.each(KEPT)('a PostgreSQL database of $name', (kept) => {
  async function unpacked(): Promise<string> {
    const { url } = await newDatabase('new');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(kept.postgres());
    await client.end();
    return url;
  }

  it('becomes one of today, whole', async () => {
    const url = await unpacked();
    await (await openPostgresStore({ url, log: silentLog })).close();
    // Secrets are kept apart from the rows.
    expect(await checkPlace({ engine: 'postgres', url })).toEqual([
      expect.stringMatching(/^the secrets that sign keys/),
    ]);
  });

  keptSuite(kept, unpacked);
});

describe('a database that this program cannot bring up to date', () => {
  const [kept] = KEPT;
  const FUTURE = [
    ...MIGRATIONS,
    { number: NEWEST + 1, name: 'fine', sql: 'CREATE TABLE later (id INTEGER) STRICT; DELETE FROM site_item;' },
    {
      number: NEWEST + 2,
      name: 'broken',
      sql: 'ALTER TABLE ticket ADD COLUMN later TEXT; INSERT INTO nowhere VALUES (1);',
    },
  ];

  it('is as it was before, also when the first of two steps went well', async () => {
    const file = await unpack(kept!);
    const schema = (): unknown => rows(file, 'SELECT type, name, sql FROM sqlite_schema ORDER BY name');
    const before = [schema(), rows(file, 'SELECT * FROM site_item'), rows(file, 'SELECT * FROM migration')];
    const db = new Db({ file, busyTimeoutMs: 1000 });
    const ahead = FUTURE.filter(({ number }) => number > kept!.schema);
    const known = FUTURE.filter(({ number }) => number <= kept!.schema);
    expect(() => migrate(db, [...known, ...ahead])).toThrow('nowhere');
    db.close();
    expect([schema(), rows(file, 'SELECT * FROM site_item'), rows(file, 'SELECT * FROM migration')]).toEqual(before);
  });

  it.each([
    [
      'a newer program',
      (db: Db) => migrate(db, FUTURE.slice(0, -1)),
      `the database has schema ${NEWEST + 1}, but this program supports up to ${NEWEST}; use a newer version of the program`,
    ],
    [
      'a build before the first release',
      (db: Db) => db.exec("DELETE FROM migration; INSERT INTO migration (number, name) VALUES (28, 'audit-chain')"),
      'the database has schema 28, from before the first release; export the site with the build that wrote it, then start this version with an empty database and that site file',
    ],
    [
      'an unknown program',
      (db: Db) => db.exec('DELETE FROM migration'),
      'the database has an unknown schema: its table "migration" is empty; restore a backup, or use an empty database',
    ],
  ])('is refused when %s wrote it, in one line, and nothing is written', async (_writer, write, said) => {
    const file = await unpack(kept!);
    const data = resolve(file, '..');
    const other = new Db({ file, busyTimeoutMs: 1000 });
    write(other);
    expect(() => migrate(other, MIGRATIONS)).toThrow(SqliteDatabaseRefused);
    other.close();
    const digest = (): string => createHash('sha256').update(readFileSync(file)).digest('hex');
    const files = (): string[] => readdirSync(data).filter((name) => name !== 'running.lock');
    const before = { files: files(), digest: digest() };
    const program = spawn(process.execPath, [join(ROOT, 'dist/main/serve.js'), '--port', '0', '--data', data], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void program.kill('SIGKILL'));
    const { code, out, err } = await hearChild(program).ended;
    const told = err
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{') && !/Warning|--trace/.test(line));
    expect({ code, out, told }).toEqual({
      code: 2,
      out: '',
      told: [`--data ${data} cannot be used: ${said}; choose another folder with --data`],
    });
    expect({ files: files(), digest: digest() }).toEqual(before);
  });
});

it('what a later migration adds is in the descriptions, and not in the baseline', () => {
  const later = { ...integer, since: NEWEST + 1 };
  const floor = table('floor', {
    moved: true,
    key: ['id'],
    columns: { id: text, height: later },
    indexes: [{ name: 'floor_height', columns: 'height', since: NEWEST + 1 }],
  });
  const wing = table('wing', { moved: true, key: ['id'], columns: { id: text }, since: NEWEST + 1 });
  const db = new Db({ file: ':memory:', busyTimeoutMs: 0 });
  db.exec(createTables([floor, wing], 'sqlite'));
  expect(db.all('SELECT sql FROM sqlite_schema')).toMatchObject([{ sql: expect.not.stringContaining('height') }]);
  db.close();
  expect(createTables([floor, wing], 'postgres')).not.toMatch(/height|wing/);
});
