/** One program on one data folder. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile } from './file-lock.ts';

export interface DataFolderLock {
  /** Tells whoever comes second where this program answers. */
  announce(address: string): void;
  release(): void;
}

/** The lock; null while another program has it. Throws when the folder cannot be written. */
export function lockDataFolder(dataDir: string): DataFolderLock | null {
  const note = join(dataDir, 'running.json');
  const lock = lockFile(join(dataDir, 'running.lock'));
  if (lock === null) return null;
  // From one that was killed.
  rmSync(note, { force: true });
  return {
    announce(address) {
      try {
        // Whatever lies there may be a link to elsewhere.
        rmSync(`${note}.new`, { force: true });
        writeFileSync(`${note}.new`, JSON.stringify({ address, process: process.pid }), { mode: 0o600, flag: 'wx' });
        renameSync(`${note}.new`, note);
      } catch {
        // Whoever comes second then hears only that this one runs.
      }
    },
    release() {
      // Once: by then the note may be that of another program.
      if (!lock.isHeld) return;
      rmSync(note, { force: true });
      lock.release();
    },
  };
}

/** Where the program that has the lock says that it answers; null before it does. */
export function announcedAddress(dataDir: string): string | null {
  try {
    const read: unknown = JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8'));
    const address = typeof read === 'object' && read !== null && 'address' in read ? read.address : null;
    return typeof address === 'string' ? address : null;
  } catch {
    return null;
  }
}
