/** Lock of a data folder for one program. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile } from './file-lock.ts';

/** Its holder runs. */
export const DATA_FOLDER_LOCK = 'running.lock';

export interface DataFolderLock {
  /** Publishes this program's address for a second program. */
  announce(address: string): void;
  release(): void;
}

/** The lock; null while another program holds it. Throws when the folder is not writable. */
export function lockDataFolder(dataDir: string): DataFolderLock | null {
  const note = join(dataDir, 'running.json');
  const lock = lockFile(join(dataDir, DATA_FOLDER_LOCK));
  if (lock === null) return null;
  // Left by a killed program.
  rmSync(note, { force: true });
  return {
    announce(address) {
      try {
        // Removed first: an existing file could be a link to another place.
        rmSync(`${note}.new`, { force: true });
        writeFileSync(`${note}.new`, JSON.stringify({ address, process: process.pid }), { mode: 0o600, flag: 'wx' });
        renameSync(`${note}.new`, note);
      } catch {
        // Without the file, a second program only learns that this one runs.
      }
    },
    release() {
      // Only while the lock is held: afterwards the file can belong to another program.
      if (!lock.isHeld) return;
      rmSync(note, { force: true });
      lock.release();
    },
  };
}

/** Address published by the lock's holder; null before that. */
export function announcedAddress(dataDir: string): string | null {
  try {
    const read: unknown = JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8'));
    const address = typeof read === 'object' && read !== null && 'address' in read ? read.address : null;
    return typeof address === 'string' ? address : null;
  } catch {
    return null;
  }
}
