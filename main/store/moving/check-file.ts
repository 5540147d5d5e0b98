import { Db } from '../sqlite/db.ts';
import { checkQueue } from './check.ts';

const BUSY_MS = 30_000;
/** Nobody needs a thousand lines of the same. */
const MOST = 5;

/**
 * Opens a database that is a file and asks it everything, without changing it. A line for each thing that is wrong.
 *
 * @param isByLocation see `checkQueue`.
 */
export async function checkFile(file: string, isByLocation: boolean): Promise<readonly string[]> {
  const db = new Db({ file, busyTimeoutMs: BUSY_MS, readOnly: true });
  try {
    // All questions are of the same moment.
    db.exec('BEGIN');
    const damaged = db
      .all<{ integrity_check: string }>(`PRAGMA integrity_check(${MOST})`)
      .map((row) => row.integrity_check)
      .filter((line) => line !== 'ok')
      .map((line) => `the file is damaged: ${line}`);
    // What is damaged cannot be asked more.
    if (damaged.length > 0) return damaged;
    return await checkQueue(async (sql) => db.all(sql), isByLocation);
  } finally {
    db.close();
  }
}
