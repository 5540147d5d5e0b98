import { open } from 'node:fs/promises';

/** Errors of file systems without directory sync, such as some network ones. */
const UNKNOWN: readonly unknown[] = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'];

/**
 * Syncs a directory's entries to disk. Otherwise a power cut can remove a new file, or restore the one that it
 * replaced, even if its content was synced. Not needed on Windows, which orders entries itself and cannot open
 * directories.
 */
export async function keepNames(dir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } catch (error) {
    if (!UNKNOWN.includes((error as NodeJS.ErrnoException).code)) throw error;
  } finally {
    await folder.close();
  }
}
