/** Backups of a running program: complete, consistent, checked, retained and restorable. */
import { existsSync, readdirSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPool, type PoolConnection } from '../../../main/database/postgres/pool.ts';
import { Db } from '../../../main/database/sqlite/db.ts';
import { readRestoredMark } from '../../../main/queue/operations/restored-mark.ts';
import { migrate } from '../../../main/store/sqlite/migrate.ts';
import { makeBackup } from '../../../main/store/transfer/backup.ts';
import { backupInThread } from '../../../main/store/transfer/backup-in-thread.ts';
import { DATABASE_FILE, type DatabaseTarget, TransferError } from '../../../main/store/transfer/database-target.ts';
import { hashOf } from '../../../main/store/transfer/manifest.ts';
import { moveQueue } from '../../../main/store/transfer/move.ts';
import { markRestored, withSink, withSource } from '../../../main/store/transfer/open-place.ts';
import type { OnProgress } from '../../../main/store/transfer/progress.ts';
import { restoreBackup } from '../../../main/store/transfer/restore.ts';
import { TABLES } from '../../../main/store/transfer/tables.ts';
import { openTown } from '../../helpers/town.ts';
import { keptDatabases } from '../../upgrade/kept-databases.ts';
import { keptSuite } from '../../upgrade/kept-suite.ts';
import { type DataFolder, databaseIn, KEY, places } from './places.ts';

const KEPT = keptDatabases();
const newest = KEPT.at(-1)!;
const { newFolder, newPostgres, unpacked } = places();
const NIGHT = Date.parse('2026-11-20T02:00:00Z');

const backUp = (
  from: DatabaseTarget,
  to: string,
  { now = NIGHT, keep = null as number | null, dataDir = to, filesDir = null as string | null } = {},
  tell?: OnProgress,
) => {
  const itsData = from.engine === 'sqlite' ? from.dataDir : dataDir;
  return makeBackup({ from, dataDir: itsData, filesDir, to, keep, program: '1.2.3', now }, tell);
};

async function withPool<T>(url: string, task: (line: PoolConnection) => Promise<T>): Promise<T> {
  const pool = openPool({ url, most: 1, connectMs: 10_000, statementMs: 10_000 });
  try {
    return await pool.work(task);
  } finally {
    await pool.close();
  }
}

async function inPostgres(): Promise<DatabaseTarget> {
  const to = await newPostgres();
  const from = await unpacked(newest);
  await withSource(from, false, (source) => withSink(to, (sink) => moveQueue(source, sink)));
  return to;
}

describe.each([
  ['SQLite', () => unpacked(newest), async () => newFolder()],
  ['PostgreSQL', inPostgres, newPostgres],
] as const)('a backup of %s, restored', (_engine, source, target) => {
  keptSuite(newest, async () => {
    const { folder } = await backUp(await source(), newFolder().dataDir);
    const place: DatabaseTarget = await target();
    await restoreBackup({ backup: folder, to: place, dataDir: newFolder().dataDir, filesDir: null, now: Date.now() });
    return place.engine === 'postgres' ? place.url : databaseIn(place);
  });
});

describe('a backup', () => {
  it.each([
    ['DELETE FROM migration WHERE number > 29; UPDATE migration SET number = 28', 'from before the first release'],
    ["INSERT INTO migration VALUES (999, 'of a later program')", 'use a newer version of the program'],
  ])('of PostgreSQL of another program changes nothing: %s', async (change, said) => {
    const place = (await inPostgres()) as DatabaseTarget & { readonly engine: 'postgres' };
    await withPool(place.url, (line) => line.exec(change));
    const had = { name: '', text: 'SELECT number FROM migration ORDER BY number' };
    const before = await withPool(place.url, (line) => line.ask(had, []));
    await expect(backUp(place, newFolder().dataDir)).rejects.toThrow(said);
    await expect(backUp(place, newFolder().dataDir)).rejects.toThrow(TransferError);
    expect(await withPool(place.url, (line) => line.ask(had, []))).toEqual(before);
  });

  it('of either database engine can be restored to the other', async () => {
    for (const [from, to] of [
      [await unpacked(newest), await newPostgres()],
      [await inPostgres(), newFolder()],
    ] as const) {
      const { folder, manifest } = await backUp(from, newFolder().dataDir);
      await restoreBackup({ backup: folder, to, dataDir: newFolder().dataDir, filesDir: null, now: Date.now() });
      // A backup of the restored database has the same content, and the restore mark.
      const { rows } = manifest;
      expect((await backUp(to, newFolder().dataDir)).manifest.rows).toEqual({ ...rows, meta: (rows.meta ?? 0) + 1 });
    }
  });

  it('that is restored marks the database, also after a manual copy by an administrator', async () => {
    const { folder, manifest } = await backUp(await unpacked(newest), newFolder().dataDir);
    const to = newFolder();
    const markOf = () => {
      const db = new DatabaseSync(join(to.dataDir, DATABASE_FILE), { readOnly: true });
      const row = db.prepare("SELECT value FROM meta WHERE key = 'restored'").get();
      db.close();
      return readRestoredMark(String(row?.value));
    };
    const now = Date.parse(manifest.madeAt) + 5_000;
    await restoreBackup({ backup: folder, to, dataDir: to.dataDir, filesDir: null, now });
    expect(markOf()).toEqual({ asOf: Date.parse(manifest.madeAt), at: now });
    await markRestored(to, { asOf: 1_000, at: 2_000 });
    expect(markOf()).toEqual({ asOf: 1_000, at: 2_000 });
    await expect(markRestored(newFolder(), { asOf: 1, at: 2 })).rejects.toThrow(TransferError);
  });

  /** A backup changed as if another version had created it: its database by SQL, its manifest by other values. */
  async function changedBackup(from: DatabaseTarget, sql: string, change: object = {}): Promise<string> {
    const { folder } = await backUp(from, newFolder().dataDir);
    const file = join(folder, 'database.db');
    const db = new Db({ file, busyTimeoutMs: 0 });
    db.exec(sql);
    db.close();
    const manifest = JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8'));
    await writeFile(
      join(folder, 'backup.json'),
      JSON.stringify({ ...manifest, ...change, sha256: await hashOf(file) }),
    );
    return folder;
  }

  it.each([
    [
      'SQLite',
      'DELETE FROM migration WHERE number > 29; UPDATE migration SET number = 28',
      {},
      'from before the first release',
    ],
    ['SQLite', "INSERT INTO migration VALUES (999, 'later')", {}, 'use a newer version of the program'],
    ['PostgreSQL', '', { schema: 1 }, 'from before the first release'],
    ['PostgreSQL', '', { schema: 999 }, 'use a newer version of the program'],
  ])('of %s with a foreign schema is refused by both databases: %s %j', async (engine, sql, change, said) => {
    const from = engine === 'SQLite' ? await unpacked(newest) : await inPostgres();
    const backup = await changedBackup(from, sql, change);
    for (const to of [newFolder(), await newPostgres()]) {
      const { dataDir } = to.engine === 'sqlite' ? to : newFolder();
      const restored = restoreBackup({ backup, to, dataDir, filesDir: null, now: Date.now() });
      await expect(restored).rejects.toThrow(said);
      await expect(restored).rejects.toThrow(TransferError);
      expect((await readdir(dataDir)).filter((name) => name.startsWith(DATABASE_FILE))).toEqual([]);
    }
  });

  it('of PostgreSQL from an earlier version, with fewer tables and columns, can be restored', async () => {
    const backup = await changedBackup(
      await inPostgres(),
      'DROP TABLE mail; ALTER TABLE appointment DROP COLUMN birthday; ALTER TABLE service_queue DROP COLUMN leased_last',
    );
    for (const to of [newFolder(), await newPostgres()]) {
      await restoreBackup({ backup, to, dataDir: newFolder().dataDir, filesDir: null, now: Date.now() });
      const { rows } = (await backUp(to, newFolder().dataDir)).manifest;
      expect(rows).toMatchObject({ mail: 0, appointment: expect.any(Number) });
      expect(rows.appointment).toBeGreaterThan(0);
    }
  });

  it('of PostgreSQL from before the first release is refused with the remedy', async () => {
    const backup = await changedBackup(await inPostgres(), 'ALTER TABLE audit DROP COLUMN hash');
    const to = newFolder();
    const restored = restoreBackup({ backup, to, dataDir: to.dataDir, filesDir: null, now: Date.now() });
    await expect(restored).rejects.toThrow(
      'the backup has no audit.hash; export the site with the build that wrote it',
    );
    expect(existsSync(databaseIn(to))).toBe(false);
  });

  it.each([
    ['SQLite', () => newFolder()],
    ['PostgreSQL', newPostgres],
  ] as const)('of %s is of one moment, while tickets are issued', async (_engine, newPlace) => {
    const addressOf = (place: DatabaseTarget): string => (place.engine === 'postgres' ? place.url : databaseIn(place));
    const place: DatabaseTarget = await newPlace();
    const town = await openTown({ database: addressOf(place) });
    onTestFinished(() => town.close());
    const before = await Promise.all(Array.from({ length: 40 }, () => town.createTicket('Passports')));
    let isMade = false;
    const backup = backUp(place, newFolder().dataDir).finally(() => {
      isMade = true;
    });
    let meanwhile = 0;
    const issue = async (): Promise<void> => {
      for (; !isMade; meanwhile += 1) await town.createTicket('Passports');
    };
    await Promise.all([backup, ...Array.from({ length: 4 }, issue)]);
    expect(meanwhile).toBeGreaterThan(0);
    const { folder } = await backup;
    const back: DatabaseTarget = await newPlace();
    await restoreBackup({ backup: folder, to: back, dataDir: newFolder().dataDir, filesDir: null, now: Date.now() });
    const again = await openTown({ database: addressOf(back), site: null });
    onTestFinished(() => again.close());
    const waiting = (await again.waiting('Passports')).length;
    expect(waiting).toBeGreaterThanOrEqual(before.length);
    expect(waiting).toBeLessThanOrEqual(before.length + meanwhile);
    const { ticket } = await again.createTicket('Passports');
    expect(Number(ticket.number)).toBe(waiting + 1);
  });

  it('contains signing keys and files of the organisation, and only its owner can read it', async () => {
    const place = await unpacked(newest);
    await mkdir(join(place.dataDir, 'media'));
    await writeFile(join(place.dataDir, 'media', 'logo.png'), 'a picture');
    const { folder } = await backUp(place, newFolder().dataDir);
    expect((await stat(folder)).mode & 0o077).toBe(0);
    const to = newFolder();
    await restoreBackup({ backup: folder, to, dataDir: to.dataDir, filesDir: null, now: Date.now() });
    expect(await readFile(join(to.dataDir, 'media', 'logo.png'), 'utf8')).toBe('a picture');
    expect(await readFile(join(to.dataDir, 'ticket.key'), 'utf8')).toBe(`${KEY}\n`);
    const between = await newPostgres();
    await restoreBackup({ backup: folder, to: between, dataDir: to.dataDir, filesDir: null, now: Date.now() });
    const second = newFolder();
    const ofPostgres = await backUp(between, second.dataDir);
    expect(await readFile(join(ofPostgres.folder, 'ticket.key'), 'utf8')).toBe(`${KEY}\n`);
  });

  it.skipIf(process.platform === 'win32')('contains no links or their targets, and restores none', async () => {
    const place = await unpacked(newest);
    const english = join(place.dataDir, 'voice', 'en');
    await mkdir(english, { recursive: true });
    await writeFile(join(english, 'ticket.mp3'), 'a word', { mode: 0o644 });
    await symlink('../../ticket.key', join(english, 'phrase.txt'));
    await symlink('..', join(place.dataDir, 'voice', 'fr'));
    const { folder } = await backUp(place, newFolder().dataDir);
    expect(await readdir(join(folder, 'voice'), { recursive: true })).toEqual(['en', 'en/ticket.mp3']);
    // As created by an earlier version.
    await symlink('../../ticket.key', join(folder, 'voice', 'en', 'logo.mp3'));
    const to = newFolder();
    await restoreBackup({ backup: folder, to, dataDir: to.dataDir, filesDir: null, now: Date.now() });
    expect(await readdir(join(to.dataDir, 'voice'), { recursive: true })).toEqual(['en', 'en/ticket.mp3']);
    expect((await stat(join(to.dataDir, 'voice', 'en', 'ticket.mp3'))).mode & 0o777).toBe(0o644);
  });

  it('contains the files of a shared folder once, and restores them there', async () => {
    const place = await unpacked(newest);
    const [shared, to] = [newFolder().dataDir, newFolder()];
    await mkdir(join(shared, 'media'), { recursive: true });
    await writeFile(join(shared, 'media', 'logo.png'), 'a picture');
    await mkdir(join(place.dataDir, 'media'));
    await writeFile(join(place.dataDir, 'media', 'old.png'), 'of this server alone');
    const { folder, manifest } = await backUp(place, newFolder().dataDir, { filesDir: shared });
    expect(manifest.faults).toBeUndefined();
    expect(await readdir(join(folder, 'media'))).toEqual(['logo.png']);
    const back = newFolder().dataDir;
    const restore = () => restoreBackup({ backup: folder, to, dataDir: to.dataDir, filesDir: back, now: NIGHT });
    await rm(back, { recursive: true, force: true });
    await expect(restore()).rejects.toThrow('mount the share or create the folder');
    await mkdir(back);
    await restore();
    expect(await readFile(join(back, 'media', 'logo.png'), 'utf8')).toBe('a picture');
    expect(existsSync(join(to.dataDir, 'media'))).toBe(false);
  });

  it('is created without an unavailable shared folder, reports it, and deletes no older backup', async () => {
    const place = await unpacked(newest);
    const [shared, to] = [newFolder().dataDir, newFolder().dataDir];
    await mkdir(join(shared, 'media'), { recursive: true });
    const first = await backUp(place, to, { filesDir: shared, keep: 1 });
    await rm(join(shared, 'media'), { recursive: true });
    const second = await backUp(place, to, { filesDir: shared, keep: 1, now: NIGHT + 86_400_000 });
    expect(second.manifest.faults).toEqual([expect.stringContaining(`the files in ${shared} are not in this backup`)]);
    expect(existsSync(first.folder)).toBe(true);
  });

  it('is not restored if a byte has changed, nor over an existing queue', async () => {
    const { folder } = await backUp(await unpacked(newest), newFolder().dataDir);
    const taken = await unpacked(newest);
    const restore = (to: DataFolder) =>
      restoreBackup({ backup: folder, to, dataDir: to.dataDir, filesDir: null, now: Date.now() });
    await expect(restore(taken)).rejects.toThrow('already contains a queue');
    await appendFile(join(folder, 'database.db'), 'x');
    const to = newFolder();
    await expect(restore(to)).rejects.toThrow('is corrupt');
    expect(existsSync(databaseIn(to))).toBe(false);
  });

  it('of an inconsistent queue is marked, and replaces no valid backup', async () => {
    const place = await unpacked(newest);
    const db = new Db({ file: databaseIn(place), busyTimeoutMs: 0 });
    migrate(db);
    db.run("UPDATE service_queue SET waiting = waiting + 1 WHERE service_id = 'passports'");
    const first = db.get<{ id: string }>('SELECT id FROM ticket WHERE state = 1 AND class = 1 ORDER BY id')?.id ?? '';
    db.run('UPDATE ticket SET class = 7 WHERE id = ?', first);
    const figures = (day: string, served: number) =>
      db.run(`INSERT INTO call_figure VALUES ('hall', ?, 9, 'a', 'd', 'u', 2, 1, ?, 0, 0, 0, '[]', '[]')`, day, served);
    figures('2020-01-01', 2);
    figures('2020-01-02', 1);
    db.close();
    const to = newFolder().dataDir;
    const good = await backUp(await unpacked(newest), to);
    const { manifest } = await backUp(place, to, { now: NIGHT + 1_000, keep: 1 });
    expect(manifest.faults).toEqual([
      'the count of waiting visitors differs from the tickets: passports',
      `a ticket is in an unknown state or class: ${first}`,
      'aggregates of purged calls are inconsistent: 2020-01-02',
    ]);
    expect(existsSync(good.folder)).toBe(true);
    expect((await readdir(to)).filter((name) => name.endsWith('Z'))).toHaveLength(2);
  });

  it('of a file without one of its indexes fails, and leaves nothing behind', async () => {
    const place = await unpacked(newest);
    const db = new Db({ file: databaseIn(place), busyTimeoutMs: 0 });
    migrate(db);
    db.exec('DROP INDEX ticket_number');
    db.close();
    const to = newFolder().dataDir;
    await expect(backUp(place, to)).rejects.toThrow('is corrupt: the schema has no index ticket_number');
    expect(await readdir(to)).toEqual(['.backup.lock']);
  });

  it('that is interrupted leaves nothing behind', async () => {
    const place = await unpacked(newest);
    const to = newFolder().dataDir;
    const held = new Db({ file: databaseIn(place), busyTimeoutMs: 0 });
    held.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    const ending = new AbortController();
    const found: string[] = [];
    const plan = { from: place, dataDir: to, filesDir: null, to, keep: null, program: '1.2.3', now: NIGHT };
    const outcome = await backupInThread(plan, ending.signal, () => {
      // It has started, and must wait for the file.
      found.push(...readdirSync(to));
      ending.abort();
      held.close();
    });
    expect(found).toContain('take-a-number-2026-11-20T02-00-00Z.unfinished');
    expect(outcome).toEqual({ ok: false, message: 'it was interrupted' });
    expect(await readdir(to)).toEqual(['.backup.lock']);
  });

  it('is kept while it is one of the newest; unfinished ones are deleted', async () => {
    const place = await unpacked(newest);
    const to = newFolder().dataDir;
    await writeFile(join(to, 'notes.txt'), 'of the technician');
    await mkdir(join(to, 'take-a-number-2026-11-19T02-00-00Z.unfinished'));
    const DAY = 86_400_000;
    for (const day of [0, 1, 2, 3]) await backUp(place, to, { now: NIGHT + day * DAY, keep: 2 });
    expect((await readdir(to)).sort()).toEqual([
      '.backup.lock',
      'notes.txt',
      'take-a-number-2026-11-22T02-00-00Z',
      'take-a-number-2026-11-23T02-00-00Z',
    ]);
  });

  it('is created by one process per folder: the second is refused, and does not affect the first', async () => {
    const place = await unpacked(newest);
    const to = newFolder().dataDir;
    const seconds: Promise<unknown>[] = [];
    const first = backUp(place, to, {}, () => {
      if (seconds.length === 0)
        seconds.push(backUp(place, to, { now: NIGHT + 1_000 }).catch((fault: Error) => fault.message));
    });
    expect((await first).folder).toContain('2026-11-20T02-00-00Z');
    expect(await seconds[0]).toBe(`another backup to ${to} is in progress; wait until it completes`);
    await backUp(place, to, { now: NIGHT + 2_000 });
    expect((await readdir(to)).filter((name) => name.endsWith('Z'))).toHaveLength(2);
  });

  it.each([
    ['is damaged', 'database disk image is malformed'],
    ['is none', 'file is not a database'],
  ])('of a file that %s reports it with the remedy', async (kind, reason) => {
    const place = await unpacked(newest);
    const file = databaseIn(place);
    const db = new Db({ file, busyTimeoutMs: 0 });
    migrate(db);
    db.exec('PRAGMA journal_mode = DELETE');
    db.close();
    const bytes = await readFile(file);
    // The first page identifies the database; the others have its content.
    const from = kind === 'is none' ? 0 : 4096;
    await writeFile(file, bytes.fill(0xa5, from, from === 0 ? 4096 : bytes.length));
    const fault = await backUp(place, newFolder().dataDir).catch((error: Error) => error);
    expect(fault).toBeInstanceOf(TransferError);
    expect((fault as Error).message).toBe(
      `${file} is damaged (${reason}): keep it, stop the program, and restore the last good backup into an empty folder with npm run db:restore; existing backups are unchanged`,
    );
    // Integrity check and copy report the same file name.
    const copy = withSource(place, true, async (source) =>
      source.figures(TABLES.find(({ name }) => name === 'ticket')!),
    );
    await expect(copy).rejects.toThrow(`${file} is damaged`);
  });
});
