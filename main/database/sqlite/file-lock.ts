/**
 * Exclusive lock on a file, held through SQLite.
 *
 * The system releases it when the program dies for any reason, so that no stale lock needs a person.
 */
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

export interface FileLock {
  readonly isHeld: boolean;
  /** Idempotent. */
  release(): void;
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

/**
 * The lock, in a file that is created and kept; null while another program holds it. Throws when it is not writable.
 */
export function lockFile(file: string): FileLock | null {
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // In memory: nothing is written, and a journal file next to the lock would look like one to restore.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return {
    get isHeld() {
      return database.isOpen;
    },
    release() {
      if (database.isOpen) database.close();
    },
  };
}
