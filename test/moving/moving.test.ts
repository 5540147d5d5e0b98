/** A queue that moves from one database to the other: whole, also after a break, and it goes on where it stood. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type MoveOptions, moveQueue } from '../../main/store/moving/move.ts';
import { DATABASE_FILE, type Place, withSink, withSource } from '../../main/store/moving/open-place.ts';
import { Db } from '../../main/store/sqlite/db.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { keptDatabases } from '../upgrade/kept-databases.ts';
import { keptSuite } from '../upgrade/kept-suite.ts';

const KEPT = keptDatabases();
const folder = mkdtempSync(join(tmpdir(), 'moving-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const newFolder = (): Place & { readonly engine: 'sqlite' } => ({
  engine: 'sqlite',
  dataDir: mkdtempSync(join(folder, 'data-')),
});
const newPostgres = async (): Promise<Place & { readonly engine: 'postgres' }> => ({
  engine: 'postgres',
  url: (await newDatabase()).url,
});
const fileOf = ({ dataDir }: { readonly dataDir: string }): string => join(dataDir, DATABASE_FILE);

/** A data folder with that queue and a key. */
async function unpacked(kept: (typeof KEPT)[number]): Promise<Place & { readonly engine: 'sqlite' }> {
  const place = newFolder();
  await kept.unpack(fileOf(place));
  await writeFile(join(place.dataDir, 'ticket.key'), 'bm90IGEgc2VjcmV0LCBvbmx5IGEgdGVzdCBvZiBvbmU\n');
  return place;
}

const move = (from: Place, to: Place, options?: MoveOptions) =>
  withSource(from, to.engine === 'sqlite', (source) => withSink(to, (sink) => moveQueue(source, sink, options)));

describe.each(KEPT)('a queue of $name that moved to PostgreSQL', (kept) => {
  keptSuite(kept, async () => {
    const to = await newPostgres();
    await move(await unpacked(kept), to);
    return to.url;
  });
});

describe.each(KEPT)('a queue of $name that moved to PostgreSQL and back', (kept) => {
  keptSuite(kept, async () => {
    const [between, back] = [await newPostgres(), newFolder()];
    await move(await unpacked(kept), between);
    await move(between, back);
    return fileOf(back);
  });
});

describe('a move', () => {
  const [kept] = KEPT.slice(-1);

  it('takes along what signs keys and addresses', async () => {
    const [from, between, back] = [await unpacked(kept!), await newPostgres(), newFolder()];
    await move(from, between);
    await move(between, back);
    const key = (place: typeof from): Promise<string> => readFile(join(place.dataDir, 'ticket.key'), 'utf8');
    expect(await key(back)).toBe(await key(from));
  });

  it.each(['PostgreSQL', 'SQLite'])('that breaks off goes on where it was, to %s', async (engine) => {
    const [from, to] = [await unpacked(kept!), engine === 'SQLite' ? newFolder() : await newPostgres()];
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
    await move(await unpacked(kept!), to);
    await expect(move(await unpacked(kept!), to)).rejects.toThrow('there is a queue already');
  });

  it('is not gone on with when the queue has gone on meanwhile', async () => {
    const [from, to] = [await unpacked(kept!), await newPostgres()];
    const breaking = move(from, to, {
      onProgress(table) {
        if (table === 'ticket') throw new Error('the power is cut');
      },
    });
    await expect(breaking).rejects.toThrow('the power is cut');
    const db = new Db({ file: fileOf(from), busyTimeoutMs: 0 });
    db.run("UPDATE ticket SET note = note || 'x'");
    db.close();
    await expect(move(from, to)).rejects.toThrow('begin anew');
  });

  it('that lost something on its way says what', async () => {
    const [from, to] = [await unpacked(kept!), newFolder()];
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
