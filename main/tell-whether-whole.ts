/** `--check`: says what of the database does not agree with itself. */
import type { Settings } from './settings/settings.ts';
import { checkPlace } from './store/moving/check-place.ts';
import { placeOf } from './store/moving/place.ts';

/** Gives the exit code: 0 when all is well, 1 when something is wrong or there is nothing to look at. */
export async function tellWhetherWhole(settings: Settings): Promise<number> {
  try {
    const faults = await checkPlace(placeOf(settings));
    for (const fault of faults) process.stdout.write(`${fault}\n`);
    process.stdout.write(
      faults.length === 0
        ? 'the database agrees with itself\n'
        : 'where no line says what to do, restore the last backup\n',
    );
    return faults.length === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return 1;
  }
}
