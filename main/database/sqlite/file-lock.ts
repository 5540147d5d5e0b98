/**
 * A file that one program has for itself: an exclusive lock of SQLite on it. The system gives it up when the program dies,
 * however it dies, so that nothing is ever left behind that a person would have to remove.
 */
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

export interface FileLock {
  readonly isHeld: boolean;
  /** More than once does no harm. */
  release(): void;
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

/** The lock, in a file that is made for it and stays; null while another program has it. Throws when it cannot be written. */
export function lockFile(file: string): FileLock | null {
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // In memory: nothing is ever written, and a file beside the lock would look like something to restore.
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
