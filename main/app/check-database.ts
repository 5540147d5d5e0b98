/** `--check`: prints the faults of a database. */
import type { Settings } from '../lib/settings/settings.ts';
import { placeOf } from '../store/transfer/database-target.ts';
import { inspectPlace } from '../store/transfer/integrity/check-place.ts';

/** Returns the exit code: 0 without faults, 1 with faults or without a database. */
export async function checkDatabase(settings: Settings): Promise<number> {
  try {
    const { faults, notes } = await inspectPlace(placeOf(settings));
    for (const line of [...faults, ...notes.map((note) => `note: ${note}`)]) process.stdout.write(`${line}\n`);
    process.stdout.write(
      faults.length === 0 ? 'the database is consistent\n' : 'if a line names no fix, restore the last backup\n',
    );
    return faults.length === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return 1;
  }
}
