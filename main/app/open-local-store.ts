/**
 * Data folder of this program and its store, local or at a database.
 *
 * Throws `StartError` with one line about what cannot be used.
 */

import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installationSecret } from '../access/service/installation-secret.ts';
import type { DataFolderLock } from '../database/sqlite/data-folder-lock.ts';
import { DatabaseDamaged, StoreUnreachable } from '../database/store-errors.ts';
import type { Log } from '../lib/context.ts';
import { openDataFolder } from '../lib/data-folder.ts';
import type { Settings } from '../lib/settings/settings.ts';
import { AlreadyRunningError, StartError } from '../lib/start-error.ts';
import type { Store } from '../store/contract/store.ts';
import { companionsOfLostDatabase } from '../store/sqlite/lost-database.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import { DATABASE_FILE, PROGRESS_KEY } from '../store/transfer/database-target.ts';
import { claimDataFolder, type FolderClaim, kioskPageAt } from './single-instance.ts';

/** Less than SQLite needs for its log and index. */
const MIN_FREE_BYTES = 1024 ** 2;
const FULL = ['ENOSPC', 'EDQUOT'];

/** Locks the folder until release. Throws `AlreadyRunningError` while another program holds the lock. */
export async function openFolder({ dataDir }: Settings, log: Log): Promise<DataFolderLock> {
  let claim: FolderClaim;
  try {
    await openDataFolder(dataDir, (fixed) => log.warn('data-dir.permissions-fixed', fixed));
    claim = await claimDataFolder(dataDir);
  } catch (error) {
    throw await unusableFolder(dataDir, error);
  }
  if (claim.kind === 'ours') return claim.lock;
  const { address } = claim;
  const where = address === null ? '' : ` at ${address}`;
  const page = address === null ? null : kioskPageAt(address, dataDir);
  throw new AlreadyRunningError(
    `Take a Number is already running${where} with the data folder ${dataDir}`,
    address,
    page,
  );
}

/** Of the database of a visitor's demo, which is in memory. An untouched one has less than 1 MB. */
const MAX_DEMO_BYTES = 16 * 1024 * 1024;

export async function openStore(settings: Settings, log: Log): Promise<Store> {
  const { database, dataDir, allowsNewDatabase } = settings;
  if (database !== null) return openDatabase(database, settings, log);
  const file = join(dataDir, DATABASE_FILE);
  const left = companionsOfLostDatabase(dataDir, DATABASE_FILE);
  if (left.length > 0 && !allowsNewDatabase) {
    throw new StartError(
      `${file} is missing or empty, but other files of its queue exist (${left.join(', ')}): ${RESTORE}, ` +
        'or start with an empty queue with --new-database',
      1,
    );
  }
  if (left.length > 0) log.warn('store.database-replaced', { file, files: left });
  try {
    return await openSqliteStore({ file, log, ...(settings.demoPerVisitor ? { maxBytes: MAX_DEMO_BYTES } : {}) });
  } catch (error) {
    throw await unusableDatabase(dataDir, error);
  }
}

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 5_000;
/** SQLSTATE codes that a retry cannot fix: a wrong password, a missing database. */
const NO_USE_WAITING = /^(?:28|3D)/;

/**
 * Retries for a limited time while the database is unavailable: after a power cut it can start later than this program.
 */
async function whenThere<T>(
  open: () => Promise<T>,
  { waitMs, log }: { readonly waitMs: number; readonly log: Log },
): Promise<T> {
  const until = performance.now() + waitMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await open();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      const isOver = performance.now() + pauseMs > until;
      if (isOver || !(error instanceof StoreUnreachable) || NO_USE_WAITING.test(code)) throw error;
      const seconds = Math.round((until - performance.now()) / 1_000);
      log.warn('store.waiting', { error: error.message, seconds });
      await pause(pauseMs);
    }
  }
}

/** Loaded only here: a kiosk with its own queue never needs it. */
async function openDatabase(
  url: string,
  { databaseReplica: replica, databaseWaitSeconds }: Settings,
  log: Log,
): Promise<Store> {
  const waitMs = databaseWaitSeconds * 1_000;
  const { openPostgresStore } = await import('../store/postgres/open-postgres-store.ts');
  try {
    return await whenThere(
      () => openPostgresStore({ url, log, ...(replica === null ? {} : { replica: { url: replica } }) }),
      { waitMs, log },
    );
  } catch (error) {
    // A retry would fail in the same way, so the service manager must not restart the program.
    const exitCode = error instanceof StoreUnreachable ? 1 : 2;
    throw new StartError(`--database cannot be used: ${(error as Error).message}`, exitCode);
  }
}

/** Refuses a database whose data migration is incomplete. */
export async function refuseHalfMoved(store: Store): Promise<void> {
  if ((await store.readMeta(PROGRESS_KEY)) !== null) {
    throw new StartError(
      'a data migration to this database is in progress or was interrupted; run the same npm run db:migrate-data again',
    );
  }
}

export async function secretFor(
  name: 'secret' | 'ticket' | 'page',
  { dataDir }: Settings,
  store: Pick<Store, 'peers'>,
  log?: Log,
): Promise<Buffer> {
  try {
    return await installationSecret(name, dataDir, store, log);
  } catch (error) {
    throw new StartError((error as Error).message, 1);
  }
}

const RESTORE = 'restore the last backup with take-a-number-server restore (from the sources: npm run db:restore)';

const reasonOf = (error: unknown): string | undefined => (error as Error).message.split('\n')[0]?.replace(/\.$/, '');

/**
 * Only an impossible folder is the fault of the flag; other faults can be repaired while the service manager retries.
 */
async function unusableFolder(dataDir: string, error: unknown): Promise<StartError> {
  const disk = await diskFault(dataDir, error);
  if (disk !== null) return new StartError(`--data ${dataDir} cannot be used: ${disk}`, 1);
  return new StartError(`--data ${dataDir} cannot be used: ${reasonOf(error)}; choose another folder with --data`);
}

/** Why the database cannot be used, with the fix. */
export async function unusableDatabase(dataDir: string, error: unknown): Promise<StartError> {
  const file = join(dataDir, DATABASE_FILE);
  if (error instanceof DatabaseDamaged) {
    const advice = `keep the file, then ${RESTORE} into an empty folder`;
    return new StartError(`${file} is damaged (${reasonOf(error)}): ${advice}`, 1);
  }
  const disk = await diskFault(dataDir, error);
  if (disk !== null) return new StartError(`--data ${dataDir} cannot be used: ${disk}`, 1);
  if (!(error instanceof StoreUnreachable)) return unusableFolder(dataDir, error);
  return new StartError(`${file} cannot be opened: ${reasonOf(error)}`, 1);
}

async function isFull(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => null);
  return disk !== null && disk.bavail * disk.bsize < MIN_FREE_BYTES;
}

async function isReadOnly(folder: string): Promise<boolean> {
  const code = await access(folder, constants.W_OK).then(
    () => '',
    (error: NodeJS.ErrnoException) => error.code,
  );
  return code === 'EROFS';
}

/**
 * Cause of a failed write to the data folder, for a technician. SQLite reports a full disk as "disk I/O error" or
 * "unable to open database file", so this checks the disk itself.
 * One clause with cause and fix; null when the disk is neither full nor read-only.
 */
async function diskFault(folder: string, error: unknown): Promise<string | null> {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'EROFS' || (await isReadOnly(folder))) {
    return 'its disk is read-only; check the disk (dmesg, fsck) and remount it writable';
  }
  if (FULL.includes(code) || (await isFull(folder))) return 'its disk is full; free space on it';
  return null;
}
