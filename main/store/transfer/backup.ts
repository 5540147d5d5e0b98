/**
 * Backups: complete and verified folders.
 *
 * A folder gets its name after verification. It contains the database as a SQLite file, the signing keys, and the
 * organisation's media files. It is made from a snapshot while the program runs.
 */
import { existsSync, statSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Db } from '../../database/sqlite/db.ts';
import { lockFile } from '../../database/sqlite/file-lock.ts';
import { copyBelow } from '../../lib/open-below.ts';
import { SITE_FOLDERS, siteFoldersFault } from '../../lib/site-folders.ts';
import { newestSchema } from '../postgres/migrate.ts';
import { migrate } from '../sqlite/migrate.ts';
import { DATABASE_FILE, type DatabaseTarget, TransferError } from './database-target.ts';
import { withoutDamage } from './explain-corruption.ts';
import { checkFile } from './integrity/check-file.ts';
import { BACKUP_DATABASE, hashOf, MANIFEST, type Manifest } from './manifest.ts';
import { moveQueue } from './move.ts';
import { withRunning } from './open-place.ts';
import { ignoreProgress, type OnProgress } from './progress.ts';
import { secretFiles } from './secret-files.ts';
import { figuresIn, makeArchive, sqliteSink } from './sqlite-place.ts';
import { TABLES } from './tables.ts';

export interface BackupOptions {
  readonly from: DatabaseTarget;
  /** Folder of keys, images and recordings. */
  readonly dataDir: string;
  /** Shared folder of images, recordings and videos; null: they are in `dataDir`. */
  readonly filesDir: string | null;
  /** Folder with one subfolder per backup. */
  readonly to: string;
  /** Number of backups kept; older ones are deleted. Null: all. */
  readonly keep: number | null;
  /** Version of this program. */
  readonly program: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface Backup {
  readonly folder: string;
  readonly manifest: Manifest;
}

const NAME = /^take-a-number-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\dZ)$/;
const UNFINISHED = '.unfinished';
/** Lock held while a backup is made; the file stays in the folder. */
const LOCK = '.backup.lock';
const BUSY_MS = 30_000;
const SHARED_FOLDER_MS = 10_000;
/** Without a WAL, so that it can be read on read-only media. */
const ONE_FILE = 'PRAGMA journal_mode = DELETE';

/**
 * Makes and verifies a backup, and deletes old ones. Throws if it cannot be made or verified, or if another backup is
 * being made in the same folder.
 */
export async function makeBackup(options: BackupOptions, tell: OnProgress = ignoreProgress): Promise<Backup> {
  const { to } = options;
  await mkdir(to, { recursive: true, mode: 0o700 });
  const lock = lockFile(join(to, LOCK));
  if (lock === null) throw new TransferError(`another backup to ${to} is in progress; wait until it completes`);
  try {
    return await makeAlone(options, tell);
  } finally {
    lock.release();
  }
}

async function makeAlone(options: BackupOptions, tell: OnProgress): Promise<Backup> {
  const { to, keep, now } = options;
  const madeAt = new Date(now).toISOString();
  const folder = join(resolve(to), `take-a-number-${madeAt.slice(0, 19).replaceAll(':', '-')}Z`);
  if (existsSync(folder)) throw new TransferError(`${folder} already exists; try again in a second`);
  await dropUnfinished(to);
  const unfinished = `${folder}${UNFINISHED}`;
  try {
    const manifest = await fill(unfinished, madeAt, options, tell);
    await rename(unfinished, folder);
    // A faulty backup must not replace the last good one.
    if (keep !== null && manifest.faults === undefined) await dropOld(to, keep);
    return { folder, manifest };
  } catch (error) {
    // Ignore a failed clean-up: the cause matters, and the next backup retries it.
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

async function fill(
  unfinished: string,
  madeAt: string,
  { from, dataDir, filesDir, program, now }: BackupOptions,
  tell: OnProgress,
): Promise<Manifest> {
  await mkdir(unfinished, { mode: 0o700 });
  const file = join(unfinished, BACKUP_DATABASE);
  if (from.engine === 'sqlite') {
    const source = join(from.dataDir, DATABASE_FILE);
    if (!existsSync(source)) throw new TransferError(`${source} does not exist`);
    tell({ what: `copying ${source}`, growing: { file, bytes: statSync(source).size } });
    await withoutDamage(source, () => copyRunning(source, file));
    await secretFiles(unfinished).write(await secretFiles(from.dataDir).read());
  } else {
    await archive(from.url, file, unfinished, tell);
  }
  const missing = filesDir === null ? null : await sharedFolderFault(filesDir);
  if (missing === null) await copySiteFolders(filesDir ?? dataDir, unfinished, tell);
  tell({ what: 'checking the backup' });
  const { rows, faults = [] } = await judge(file, from.engine, now);
  const all = missing === null ? faults : [...faults, missing];
  const judged = all.length === 0 ? { rows } : { rows, faults: all };
  const kind = from.engine === 'sqlite' ? 'database' : 'archive';
  const schema = kind === 'archive' ? { schema: newestSchema() } : {};
  const manifest: Manifest = { program, madeAt, kind, ...schema, ...judged, sha256: await hashOf(file) };
  await writeFile(join(unfinished, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  await toDisk(join(unfinished, MANIFEST));
  await toDisk(file);
  return manifest;
}

async function copySiteFolders(from: string, to: string, tell: OnProgress): Promise<void> {
  for (const name of SITE_FOLDERS) {
    const place = join(from, name);
    if (!existsSync(place)) continue;
    tell({ what: `copying ${place}` });
    await copyBelow(place, join(to, name));
  }
}

/**
 * An unavailable shared folder does not prevent a backup of the queue. It is recorded as a fault, so that older backups
 * stay.
 */
async function sharedFolderFault(filesDir: string): Promise<string | null> {
  const answered = new AbortController();
  const late = after(SHARED_FOLDER_MS, 'it does not respond', { signal: answered.signal }).catch(() => null);
  const fault = await Promise.race([siteFoldersFault(filesDir), late]);
  answered.abort();
  return fault === null ? null : `the files in ${filesDir} are not in this backup: ${fault}`;
}

/** Deletes unfinished backups in a folder, unless one is being made there. */
export async function clearUnfinished(to: string): Promise<void> {
  const lock = existsSync(to) ? lockFile(join(to, LOCK)) : null;
  if (lock === null) return;
  try {
    await dropUnfinished(to);
  } finally {
    lock.release();
  }
}

/** Copies a snapshot of a running database, and migrates the copy. */
function copyRunning(source: string, file: string): void {
  const db = new Db({ file: source, busyTimeoutMs: BUSY_MS });
  try {
    db.run('VACUUM INTO ?', file);
  } finally {
    db.close();
  }
  const copy = new Db({ file, busyTimeoutMs: BUSY_MS });
  try {
    migrate(copy);
    copy.exec(ONE_FILE);
  } finally {
    copy.close();
  }
}

async function archive(url: string, file: string, folder: string, tell: OnProgress): Promise<void> {
  const db = new Db({ file, busyTimeoutMs: BUSY_MS });
  try {
    makeArchive(db);
    await withRunning(url, (source) => moveQueue(source, sqliteSink(db, secretFiles(folder)), { tell }));
    db.exec(ONE_FILE);
  } finally {
    db.close();
  }
}

/** Verifies the copy: a damaged file is no backup, inconsistent rows are recorded as faults. */
async function judge(
  file: string,
  engine: DatabaseTarget['engine'],
  now: number,
): Promise<Pick<Manifest, 'rows' | 'faults'>> {
  const { damage, faults } = await checkFile(file, engine === 'postgres', now);
  if (damage.length > 0) throw new TransferError(`the backup is corrupt: ${damage.join('; ')}`);
  const db = new Db({ file, busyTimeoutMs: BUSY_MS, readOnly: true });
  try {
    const rows = Object.fromEntries(TABLES.map((table) => [table.name, figuresIn(db, table).rows]));
    return faults.length === 0 ? { rows } : { rows, faults };
  } finally {
    db.close();
  }
}

async function toDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Deletes remains of a killed backup. */
async function dropUnfinished(to: string): Promise<void> {
  for (const name of await readdir(to)) {
    if (name.endsWith(UNFINISHED) && NAME.test(name.slice(0, -UNFINISHED.length))) {
      await rm(join(to, name), { recursive: true });
    }
  }
}

async function dropOld(to: string, keep: number): Promise<void> {
  const backups = (await readdir(to)).filter((name) => NAME.test(name)).sort();
  for (const name of backups.slice(0, Math.max(0, backups.length - keep)))
    await rm(join(to, name), { recursive: true });
}

/** Time of the last backup in that folder in epoch milliseconds; null if there is none. */
export async function lastBackup(to: string): Promise<number | null> {
  const names = await readdir(to).catch(() => []);
  const [, day, minute, second] =
    NAME.exec(
      names
        .filter((name) => NAME.test(name))
        .sort()
        .at(-1) ?? '',
    ) ?? [];
  return day === undefined ? null : Date.parse(`${day}:${minute}:${second}`);
}
