/** `--check`: looks at a database without changing it, also while a program works on it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Db } from '../sqlite/db.ts';
import { checkQueue } from './check.ts';
import { DATABASE_FILE, type Place, withRows } from './open-place.ts';
import { CannotMove } from './place.ts';

const BUSY_MS = 30_000;

/** A line for each thing that is wrong; none when all is well. Throws `CannotMove` when there is nothing to look at. */
export async function checkPlace(place: Place): Promise<readonly string[]> {
  if (place.engine === 'postgres') return withRows(place.url, (ask) => checkQueue(ask, true));
  const file = join(place.dataDir, DATABASE_FILE);
  if (!existsSync(file)) throw new CannotMove(`there is no ${DATABASE_FILE} in ${place.dataDir}`);
  const db = new Db({ file, busyTimeoutMs: BUSY_MS, readOnly: true });
  try {
    // All questions are of the same moment.
    db.exec('BEGIN');
    const damaged = db
      .all<{ integrity_check: string }>('PRAGMA integrity_check(5)')
      .map((row) => row.integrity_check)
      .filter((line) => line !== 'ok')
      .map((line) => `the file is damaged: ${line}`);
    return [...damaged, ...(await checkQueue(async (sql) => db.all(sql), false))];
  } finally {
    db.close();
  }
}
