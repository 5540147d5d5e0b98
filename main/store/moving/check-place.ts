/** `--check`: looks at a database without changing it, also while a program works on it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Db } from '../sqlite/db.ts';
import { whyNotUpToDate } from '../sqlite/migrate.ts';
import { checkEvents, checkQueue } from './check.ts';
import { checkFile } from './check-file.ts';
import { withoutDamage } from './damaged-file.ts';
import { withRows } from './open-place.ts';
import { CannotMove, DATABASE_FILE, type Place } from './place.ts';

const BUSY_MS = 5_000;

/** A line for each thing that is wrong; none when all is well. Throws `CannotMove` when there is nothing to look at. */
export async function checkPlace(place: Place): Promise<readonly string[]> {
  if (place.engine === 'postgres') {
    return withRows(place.url, async (ask) => [...(await checkQueue(ask, true)), ...(await checkEvents(ask))]);
  }
  const file = join(place.dataDir, DATABASE_FILE);
  if (!existsSync(file)) throw new CannotMove(`there is no ${DATABASE_FILE} in ${place.dataDir}`);
  return withoutDamage(file, () => {
    mustBeUpToDate(file);
    return checkFile(file, false);
  });
}

function mustBeUpToDate(file: string): void {
  const db = new Db({ file, busyTimeoutMs: BUSY_MS, readOnly: true });
  try {
    const fault = whyNotUpToDate(db);
    if (fault !== null) throw new CannotMove(fault);
  } finally {
    db.close();
  }
}
