import { open } from 'node:fs/promises';

/** File systems that know no such thing, as some of a network. */
const UNKNOWN: readonly unknown[] = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'];

/**
 * Has the names in a folder on the disk: without it a power cut may take a file away that was just made, or put back the one in whose
 * place it was, whatever of it was on the disk. Windows opens no folder, and keeps names in order by itself.
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
