/** A queue that moves from one database to the other: whole, also after a break, and it goes on where it stood. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type MoveOptions, moveQueue } from '../../main/store/moving/move.ts';
import { withRows, withSink, withSource } from '../../main/store/moving/open-place.ts';
import type { Place } from '../../main/store/moving/place.ts';
import { TABLES } from '../../main/store/moving/tables.ts';
import { Db } from '../../main/store/sqlite/db.ts';
import { migrate } from '../../main/store/sqlite/migrate.ts';
import { keptDatabases } from '../upgrade/kept-databases.ts';
import { keptSuite } from '../upgrade/kept-suite.ts';
import { databaseIn, places } from './places.ts';

const kept = keptDatabases().at(-1)!;
const { newFolder, newPostgres, unpacked } = places();

const move = (from: Place, to: Place, options?: MoveOptions) =>
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
      onProgress() {
        pages += 1;
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
    await expect(move(await unpacked(kept), to)).rejects.toThrow('there is a queue already');
  });

  it('is not gone on with when the queue has gone on meanwhile', async () => {
    const [from, to] = [await unpacked(kept), await newPostgres()];
    const breaking = move(from, to, {
      onProgress(table) {
        if (table === 'ticket') throw new Error('the power is cut');
      },
    });
    await expect(breaking).rejects.toThrow('the power is cut');
    const db = new Db({ file: databaseIn(from), busyTimeoutMs: 0 });
    db.run("UPDATE ticket SET note = note || 'x'");
    db.close();
    await expect(move(from, to)).rejects.toThrow('begin anew');
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
    await expect(losing).rejects.toThrow(/^answer: \d+ rows were to come, \d+ are there/);
  });
});

/** What one server of several knows for a moment, and what a database says of itself. */
const NOT_MOVED = [
  'migration',
  'sqlite_sequence',
  'duty',
  'secret',
  'site_revision',
  'site_removed',
  'location_event',
  'peer',
  'bulletin',
];
const NOT_MOVED_COLUMNS = [
  'site_item.revision',
  'credential.revision',
  'webhook_progress.goings',
  'location_queue.event_number',
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
