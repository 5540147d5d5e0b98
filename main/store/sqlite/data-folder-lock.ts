/**
 * One program on one data folder. The lock is an exclusive lock of SQLite on a file of its own: the system gives it up
 * when the program dies, however it dies, so that nothing is ever left behind that a person would have to remove.
 */
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

export interface DataFolderLock {
  /** Tells whoever comes second where this program answers. */
  announce(address: string): void;
  release(): void;
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

/** The lock; null while another program has it. Throws when the folder cannot be written. */
export function lockDataFolder(dataDir: string): DataFolderLock | null {
  const note = join(dataDir, 'running.json');
  const lock = join(dataDir, 'running.lock');
  closeSync(openSync(lock, 'a', 0o600));
  const database = new DatabaseSync(lock, { timeout: 0 });
  try {
    // In memory: nothing is ever written, and a file beside the lock would look like something to restore.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
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
      if (!database.isOpen) return;
      rmSync(note, { force: true });
      database.close();
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
