/** Restore of a backup into an empty database. */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Db } from '../../database/sqlite/db.ts';
import { copyBelow } from '../../lib/open-below.ts';
import { SITE_FOLDERS } from '../../lib/site-folders.ts';
import type { RestoredMark } from '../../queue/operations/restored-mark.ts';
import { foreignSchemaFault } from '../postgres/migrate.ts';
import { DATABASE_FILE, type DatabaseTarget, TransferError } from './database-target.ts';
import { BACKUP_DATABASE, type Manifest, readManifest } from './manifest.ts';
import { moveQueue } from './move.ts';
import { bringUpToDate, inFolder, withSink } from './open-place.ts';
import { ignoreProgress, type OnProgress } from './progress.ts';
import { secretFiles } from './secret-files.ts';
import { completeArchive, markFileRestored, sqliteSource } from './sqlite-place.ts';

const BUSY_MS = 5_000;

export interface RestoreOptions {
  /** Folder of the backup. */
  readonly backup: string;
  readonly to: DatabaseTarget;
  /** Target of keys, images and recordings. */
  readonly dataDir: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Shared folder of images, recordings and videos; null: `dataDir`. */
  readonly filesDir: string | null;
}

/** Throws `TransferError` with one line for the operator. Leaves nothing incomplete that a program would start on. */
export async function restoreBackup(
  { backup, to, dataDir, filesDir, now }: RestoreOptions,
  tell: OnProgress = ignoreProgress,
): Promise<Manifest> {
  tell({ what: `reading ${backup}` });
  const manifest = await readManifest(backup);
  const fault = manifest.schema === undefined ? null : foreignSchemaFault(manifest.schema);
  if (fault !== null) throw new TransferError(fault);
  // Creating it could write below the mount point of an unmounted share.
  if (filesDir !== null && !existsSync(filesDir))
    throw new TransferError(
      `--files ${filesDir} does not exist; mount the share or create the folder, then restore again`,
    );
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const mark: RestoredMark = { asOf: Date.parse(manifest.madeAt), at: now };
  if (to.engine === 'sqlite' && manifest.kind === 'database') await putFile(backup, to.dataDir, mark);
  else await putRows(backup, manifest, to, { tell, mark });
  for (const name of SITE_FOLDERS) await copyBelow(join(backup, name), join(filesDir ?? dataDir, name));
  return manifest;
}

async function putFile(backup: string, dataDir: string, mark: RestoredMark): Promise<void> {
  await inFolder(dataDir, async () => {
    const file = join(dataDir, DATABASE_FILE);
    if (existsSync(file)) throw new TransferError(`${dataDir} already contains a queue; choose an empty folder`);
    const unfinished = `${file}.new`;
    try {
      await copyFile(join(backup, BACKUP_DATABASE), unfinished);
      const db = new Db({ file: unfinished, busyTimeoutMs: BUSY_MS });
      try {
        bringUpToDate(db);
        markFileRestored(db, mark);
      } finally {
        db.close();
      }
      await secretFiles(dataDir).write(await secretFiles(backup).read());
      await rename(unfinished, file);
    } catch (error) {
      for (const end of ['', '-wal', '-shm']) await rm(`${unfinished}${end}`, { force: true });
      throw error;
    }
  });
}

/** Restores table by table. A database of an earlier version is migrated in a copy; the backup stays unchanged. */
async function putRows(
  backup: string,
  { kind }: Manifest,
  to: DatabaseTarget,
  { tell, mark }: { readonly tell: OnProgress; readonly mark: RestoredMark },
): Promise<void> {
  const aside = await mkdtemp(join(tmpdir(), 'take-a-number-restore-'));
  try {
    const file = join(aside, BACKUP_DATABASE);
    await copyFile(join(backup, BACKUP_DATABASE), file);
    const db = new Db({ file, busyTimeoutMs: BUSY_MS });
    try {
      if (kind === 'database') bringUpToDate(db);
      else completeArchive(db);
      await withSink(to, (sink) =>
        moveQueue(sqliteSource(db, secretFiles(backup)), sink, { tell, beforeEnd: () => sink.markRestored(mark) }),
      );
    } finally {
      db.close();
    }
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
