/** `--check`: looks at a database without changing it, also while a program works on it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkQueue } from './check.ts';
import { checkFile } from './check-file.ts';
import { withRows } from './open-place.ts';
import { CannotMove, DATABASE_FILE, type Place } from './place.ts';

/** A line for each thing that is wrong; none when all is well. Throws `CannotMove` when there is nothing to look at. */
export async function checkPlace(place: Place): Promise<readonly string[]> {
  if (place.engine === 'postgres') return withRows(place.url, (ask) => checkQueue(ask, true));
  const file = join(place.dataDir, DATABASE_FILE);
  if (!existsSync(file)) throw new CannotMove(`there is no ${DATABASE_FILE} in ${place.dataDir}`);
  return checkFile(file, false);
}
