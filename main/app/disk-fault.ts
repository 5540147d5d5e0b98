/**
 * The cause of a failed write to the data folder, in words for a technician.
 *
 * SQLite reports a full disk as "disk I/O error" or "unable to open database file", so the disk itself is asked.
 */
import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';

/** Less than SQLite needs for its log and its index. */
const MIN_FREE_BYTES = 1024 ** 2;
const FULL = ['ENOSPC', 'EDQUOT'];

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

/** One clause with the cause and the remedy; null when the disk is neither full nor read-only. */
export async function diskFault(folder: string, error: unknown): Promise<string | null> {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'EROFS' || (await isReadOnly(folder))) {
    return 'its disk is read-only; check the disk (dmesg, fsck) and mount it writable';
  }
  if (FULL.includes(code) || (await isFull(folder))) return 'its disk is full; free space on it';
  return null;
}
