import { isDamaged } from '../../database/sqlite/sqlite-error.ts';
import { TransferError } from './database-target.ts';

/** Runs a task. If SQLite reports a damaged file, throws one line with the file and a remedy. */
export async function withoutDamage<T>(file: string, task: () => T | Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!isDamaged(error)) throw error;
    const { message } = error as Error;
    throw new TransferError(
      `${file} is damaged (${message}): keep it, stop the program, and restore the last good backup into an empty folder ` +
        'with npm run db:restore; existing backups are unchanged',
    );
  }
}
