/** A queue that moves from one database to the other: whole, also after a break, and it goes on where it stood. */

import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPool } from '../../../main/database/postgres/pool.ts';
import { Db } from '../../../main/database/sqlite/db.ts';
import { silentLog } from '../../../main/lib/context.ts';
import { openPostgresStore } from '../../../main/store/postgres/open-postgres-store.ts';
import { migrate } from '../../../main/store/sqlite/migrate.ts';
import type { DatabaseTarget } from '../../../main/store/transfer/database-target.ts';
import { checkPlace } from '../../../main/store/transfer/integrity/check-place.ts';
import { copyQueue, type MoveOptions, moveQueue } from '../../../main/store/transfer/move.ts';
import { mustBeAtRest, withRows, withSink, withSource } from '../../../main/store/transfer/open-place.ts';
import { TABLES } from '../../../main/store/transfer/tables.ts';
import { newDatabase } from '../../helpers/postgres-database.ts';
import { openTown } from '../../helpers/town.ts';
import { keptDatabases } from '../../upgrade/kept-databases.ts';
import { keptSuite } from '../../upgrade/kept-suite.ts';
import { databaseIn, places } from './places.ts';

const kept = keptDatabases().at(-1)!;
const { newFolder, newPostgres, unpacked } = places();
/** Makes a database one of the program before. */
const EARLIER = 'UPDATE migration SET number = number - 1';

const move = (from: DatabaseTarget, to: DatabaseTarget, options?: MoveOptions) =>
  withSource(from, to.engine === 'sqlite', (source) => withSink(to, (sink) => moveQueue(source, sink, options)));

describe('a queue that moved to PostgreSQL', () => {
  keptSuite(kept, async () => {
    const to = await newPostgres();
    await move(await unpacked(kept), to);
    return to.url;
  });
});

describe('a queue that moved to PostgreSQL and back', () => {
  keptSuite(kept, async () => {
    const [between, back] = [await newPostgres(), newFolder()];
    await move(await unpacked(kept), between);
    await move(between, back);
    return databaseIn(back);
  });
});

describe('a move', () => {
  it('takes along what signs keys and addresses', async () => {
    const [from, between, back] = [await unpacked(kept), await newPostgres(), newFolder()];
    await move(from, between);
    await move(between, back);
    const key = (place: typeof from): Promise<string> => readFile(join(place.dataDir, 'ticket.key'), 'utf8');
    expect(await key(back)).toBe(await key(from));
  });

  it.each(['PostgreSQL', 'SQLite'])('that breaks off goes on where it was, to %s', async (engine) => {
    const [from, to] = [await unpacked(kept), engine === 'SQLite' ? newFolder() : await newPostgres()];
    let pages = 0;
    const breaking = move(from, to, {
      rowsAtOnce: 3,
      tell({ what }) {
        if (/^\w+: /.test(what)) pages += 1;
        if (pages === 20) throw new Error('the power is cut');
      },
    });
    await expect(breaking).rejects.toThrow('the power is cut');
    const { rows, kept: there } = await move(from, to, { rowsAtOnce: 3 });
    expect(there).toBeGreaterThan(20);
    expect(there).toBeLessThan(Object.values(rows).reduce((sum, each) => sum + each));
  });

  it('does not mix two queues', async () => {
    const to = await newPostgres();
    await move(await unpacked(kept), to);
    await expect(move(await unpacked(kept), to)).rejects.toThrow('already contains a queue');
  });

  it.each(['PostgreSQL', 'SQLite'])(
    'into a queue of an earlier program is refused, and leaves that as it is, to %s',
    async (engine) => {
      const to = engine === 'SQLite' ? await unpacked(kept) : await newPostgres();
      let version: () => Promise<number>;
      if (to.engine === 'sqlite') {
        const db = new Db({ file: databaseIn(to), busyTimeoutMs: 0 });
        db.exec(EARLIER);
        db.close();
        version = async () => {
          const db = new Db({ file: databaseIn(to), busyTimeoutMs: 0 });
          try {
            return db.get<{ newest: number }>('SELECT max(number) AS newest FROM migration')!.newest;
          } finally {
            db.close();
          }
        };
      } else {
        await move(await unpacked(kept), to);
        const client = new pg.Client(to.url);
        await client.connect();
        onTestFinished(() => client.end());
        await client.query(EARLIER);
        version = async () => (await client.query('SELECT max(number) AS newest FROM migration')).rows[0].newest;
      }
      const before = await version();
      await expect(move(await unpacked(kept), to)).rejects.toThrow('already contains a queue');
      expect(await version()).toBe(before);
    },
  );

  it.each(['PostgreSQL', 'SQLite'])('is alone where it goes to: a second one is told so, to %s', async (engine) => {
    const [from, other, to] = await Promise.all([
      unpacked(kept),
      unpacked(kept),
      engine === 'SQLite' ? newFolder() : newPostgres(),
    ]);
    const seconds: Promise<unknown>[] = [];
    await withSource(from, false, (source) =>
      withSink(to, async (sink) => {
        seconds.push(move(other, to).catch((fault: Error) => fault.message));
        await seconds[0];
        return moveQueue(source, sink);
      }),
    );
    expect(await seconds[0]).toMatch(
      engine === 'SQLite'
        ? /^a program is using /
        : /^another migration or restore to that database is in progress; wait/,
    );
    await expect(move(other, to), 'it is free again').rejects.toThrow('already contains a queue');
  });

  it('is not resumed after the queue has changed meanwhile', async () => {
    const [from, to] = [await unpacked(kept), await newPostgres()];
    const breaking = move(from, to, {
      tell({ what }) {
        if (what.startsWith('ticket: ')) throw new Error('the power is cut');
      },
    });
    await expect(breaking).rejects.toThrow('the power is cut');
    const db = new Db({ file: databaseIn(from), busyTimeoutMs: 0 });
    db.run("UPDATE ticket SET note = note || 'x'");
    db.close();
    await expect(move(from, to)).rejects.toThrow('start again');
  });

  it('that lost something on its way says what', async () => {
    const [from, to] = [await unpacked(kept), newFolder()];
    const losing = withSource(from, true, (source) =>
      withSink(to, (sink) =>
        moveQueue(source, {
          ...sink,
          put: (table, rows, at) => sink.put(table, table.name === 'answer' ? rows.slice(1) : rows, at),
        }),
      ),
    );
    await expect(losing).rejects.toThrow(/^answer: \d+ rows expected, \d+ found/);
  });
});

it('waits until no program works on a PostgreSQL database', async () => {
  const { url } = await newPostgres();
  await expect(mustBeAtRest(url), 'nothing is there').resolves.toBeUndefined();
  const store = await openPostgresStore({ url, log: silentLog });
  await expect(mustBeAtRest(url)).rejects.toThrow('a program is using that database');
  await store.close();
  await expect(mustBeAtRest(url)).resolves.toBeUndefined();
});

it('is no copy when a program has begun to work on the database meanwhile', async () => {
  const from = await newPostgres();
  await move(await unpacked(kept), from);
  const to = newFolder();
  const other = new pg.Client({ connectionString: from.url });
  await other.connect();
  onTestFinished(() => other.end());
  // It has looked whether anybody is there, and comes no further.
  await other.query('BEGIN; LOCK TABLE ticket IN ACCESS EXCLUSIVE MODE');
  const copying = copyQueue(from, to).catch((error: Error) => error);
  const waiting = "SELECT 1 FROM pg_locks WHERE relation = 'ticket'::regclass AND NOT granted";
  await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
  const store = await openPostgresStore({ url: from.url, log: silentLog });
  await other.query('ROLLBACK');
  expect(await copying).toMatchObject({ message: expect.stringMatching(/^a program is using that database/) });
  expect(await checkPlace(to)).toContainEqual(
    expect.stringMatching(/^a data migration to this database is incomplete/),
  );
  await store.close();
  expect((await copyQueue(from, to)).kept).toBeGreaterThan(0);
}, 60_000);

describe('a look at a database', () => {
  it('in which nothing is says so, and makes nothing', async () => {
    const { url } = await newDatabase('new');
    const to = { engine: 'postgres', url } as const;
    await expect(checkPlace(to)).rejects.toThrow('this database has no queue');
    await expect(mustBeAtRest(to.url)).resolves.toBeUndefined();
  });

  it('of an earlier program says what to do, and changes nothing', async () => {
    const old = await unpacked(kept);
    const earlier = new Db({ file: databaseIn(old), busyTimeoutMs: 0 });
    earlier.exec(EARLIER);
    earlier.close();
    const version = () => {
      const db = new Db({ file: databaseIn(old), busyTimeoutMs: 0, readOnly: true });
      const row = db.get('SELECT max(number) AS version FROM migration');
      db.close();
      return row;
    };
    const before = version();
    await expect(checkPlace(old)).rejects.toThrow('from before the first release');
    expect(version()).toEqual(before);
  });

  it('over PostgreSQL tells events that are missing, and those that nobody has counted', async () => {
    const { url } = await newPostgres();
    const town = await openTown({ database: url });
    onTestFinished(() => town.close());
    for (let visitor = 0; visitor < 4; visitor += 1) await town.createTicket('Passports');
    await town.createTicket('Blood tests');
    const pool = openPool({ url, most: 1, connectMs: 10_000, statementMs: 10_000 });
    onTestFinished(() => pool.close());
    const faultsAfter = async (change: string): Promise<readonly string[]> => {
      await pool.work((line) =>
        line.exec(`CREATE TABLE kept AS TABLE location_event; CREATE TABLE was AS TABLE location_queue; ${change}`),
      );
      const faults = await checkPlace({ engine: 'postgres', url });
      await pool.work((line) =>
        line.exec(`TRUNCATE location_event; INSERT INTO location_event TABLE kept; DROP TABLE kept;
          UPDATE location_queue q SET event_number = was.event_number FROM was WHERE was.location_id = q.location_id; DROP TABLE was`),
      );
      return faults;
    };
    const missing = 'events are missing: their numbers must have no gap up to that of their location: hall';
    const last = "(SELECT max(number) FROM location_event WHERE location_id = 'hall')";
    expect(await faultsAfter('')).toEqual([]);
    expect(await faultsAfter(`DELETE FROM location_event WHERE location_id = 'hall' AND number = ${last} - 3`)).toEqual(
      [missing],
    );
    expect(await faultsAfter(`DELETE FROM location_event WHERE location_id = 'hall' AND number = ${last}`)).toEqual([
      missing,
    ]);
    expect(await faultsAfter(`DELETE FROM location_event WHERE location_id = 'hall' AND number < ${last}`)).toEqual([
      missing,
    ]);
    expect(await faultsAfter("DELETE FROM location_event WHERE location_id = 'hall'")).toEqual([missing]);
    const moved = (by: string) =>
      `UPDATE location_queue SET event_number = event_number ${by} WHERE location_id = 'hall'`;
    expect(await faultsAfter(`DELETE FROM location_event WHERE location_id = 'hall'; ${moved('+ 5')}`)).toEqual([
      missing,
    ]);
    expect(await faultsAfter(moved('+ 5'))).toEqual([missing]);
    expect(await faultsAfter(moved('- 1'))).toEqual(['events have higher numbers than their location: hall']);
    expect(await faultsAfter("UPDATE location_event SET location_id = 'moon' WHERE location_id = 'clinic'")).toEqual([
      'events are missing: their numbers must have no gap up to that of their location: clinic',
      'events of a location without a row: moon',
    ]);
    expect(await faultsAfter(''), 'it was put back each time').toEqual([]);
  });

  it('whose file is damaged says where', async () => {
    const place = await unpacked(kept);
    const db = new Db({ file: databaseIn(place), busyTimeoutMs: 0 });
    migrate(db);
    db.exec('PRAGMA journal_mode = DELETE');
    const [{ page } = { page: 0 }] = db.all<{ page: number }>(
      "SELECT rootpage AS page FROM sqlite_schema WHERE name = 'ticket'",
    );
    const [{ size } = { size: 0 }] = db.all<{ size: number }>('SELECT page_size AS size FROM pragma_page_size');
    db.close();
    const file = await open(databaseIn(place), 'r+');
    await file.write(Buffer.alloc(size / 2, 0xa5), 0, size / 2, (page - 1) * size + size / 4);
    await file.close();
    expect(await checkPlace(place)).toEqual(expect.arrayContaining([expect.stringMatching(/^the file is damaged: /)]));
  });
});

/** What one server of several knows for a moment, and what a database says of itself. */
const NOT_MOVED = [
  'migration',
  'migration_step',
  'schema_minimum',
  'sqlite_sequence',
  'duty',
  'secret',
  'site_revision',
  'site_removed',
  // For a week, and only in the database where the change was made.
  'site_undo',
  'location_event',
  'peer',
  'bulletin',
  'device_action',
  'device_action_result',
  // What counts for ten seconds.
  'desk_step',
];
const NOT_MOVED_COLUMNS = [
  'site_item.revision',
  'credential.revision',
  'webhook_progress.goings',
  'location_queue.event_number',
  'location_queue.events_from',
  // Of several servers over one database; whoever goes on comes behind it by its clock.
  'location_queue.last_id',
];

it('leaves no table and no column behind', async () => {
  const listed = TABLES.flatMap(({ name, columns, locationOf }) =>
    [...Object.keys(columns), ...(locationOf === undefined ? [] : ['location_id'])].map(
      (column) => `${name}.${column}`,
    ),
  ).sort();
  const file = newFolder();
  const db = new Db({ file: databaseIn(file), busyTimeoutMs: 0 });
  migrate(db);
  const inSqlite = db
    .all<{ column: string }>(
      "SELECT t.name || '.' || c.name AS column FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'",
    )
    .map(({ column }) => column);
  db.close();
  const postgres = await newPostgres();
  await withSink(postgres, async () => undefined);
  const inPostgres = await withRows(postgres.url, (ask) =>
    ask(
      "SELECT table_name || '.' || column_name AS column FROM information_schema.columns WHERE table_schema = 'public'",
    ),
  );
  const kept = new Set([...inSqlite, ...inPostgres.map(({ column }) => String(column))]);
  const moved = [...kept].filter(
    (column) => !NOT_MOVED.includes(column.split('.')[0] ?? '') && !NOT_MOVED_COLUMNS.includes(column),
  );
  expect(moved.sort()).toEqual(listed);
});
