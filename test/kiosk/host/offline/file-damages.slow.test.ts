/** Each file of a kiosk × each kind of disk damage: prints lost, duplicated, reported and reissued tickets. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTown, type Town } from '../../../helpers/town.ts';
import { DAMAGES, FILES, sufferDamage } from './file-damages.ts';

let town: Town;
beforeEach(async () => {
  town = await openTown();
});
afterEach(() => town.close());

/** Its content is not needed any more, or a shorter file is valid too. */
const UNTOLD: ReadonlySet<string> = new Set([
  ...['last lines lost', 'truncated', 'put back', 'missing', 'halved', 'bit flip'].map(
    (each) => `print journal ${each}`,
  ),
  ...Object.keys(DAMAGES).map((each) => `intents.jsonl ${each}`),
  'last-known.json put back',
]);

it.each(FILES.flatMap((file) => Object.keys(DAMAGES).map((damage) => [file, damage] as const)))(
  '%s, %s',
  async (file, damage) => {
    const { lost, doubled, told, gives } = await sufferDamage(town, file, damage);
    process.stdout.write(
      `${file}, ${damage}: lost ${lost.length}, doubled ${doubled.length}, told ${told || 'nothing'}, gives numbers ${gives}\n`,
    );
    expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
    expect(gives).not.toBe('no');
    if (!UNTOLD.has(`${file} ${damage}`)) expect(told).not.toBe('');
  },
);
