/**
 * 300 SIGKILLs at random moments while slow printers print: `npm run test:slow -- kills`.
 *
 * `PROVE_SEED` repeats a run, as far as possible; `PROVE_KILLS` sets the number. Takes at most 15 minutes on two cores.
 */
import { expect, it } from 'vitest';
import { KINDS } from '../printing-matrix/faults.ts';
import { faultsOf, tableOf } from './judge.ts';
import { type KioskStory, playSite, type SiteOptions } from './site-of-kiosks.ts';

const SEED = Number(process.env.PROVE_SEED ?? Date.now() % 1_000_000);
const KILLS = Number(process.env.PROVE_KILLS ?? 300);
/** Of two cores. */
const AT_ONCE = 2;
/** Time for the initialisation of the slowest printer and some tickets. */
const LONGEST_MS = 9000;
const LIMIT_MS = 3_600_000;

/** Each kind once on the network and twice on a serial line. */
const sites: readonly SiteOptions[] = KINDS.map((kind, number) => ({
  ...{ name: `hall ${number + 1}`, seed: SEED, number, longestMs: LONGEST_MS, kills: Math.ceil(KILLS / KINDS.length) },
  kinds: [kind, ...[1, 2].map((step) => KINDS[(number + step) % KINDS.length] ?? kind)],
}));

it(
  `${KILLS} kills leave no ticket duplicated, lost, or reported as printed without paper`,
  async () => {
    const say = (line: string): void => void process.stderr.write(`${line}\n`);
    say(`kills: PROVE_SEED=${SEED} PROVE_KILLS=${KILLS}`);
    const stories: KioskStory[] = [];
    const todo = [...sites];
    async function work(): Promise<void> {
      for (let next = todo.shift(); next !== undefined; next = todo.shift()) stories.push(...(await playSite(next)));
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    say(tableOf(stories));
    for (const { name, killedAt, tray } of stories)
      say(`${name}: killed at ${JSON.stringify(killedAt)}; odd bytes: ${[...new Set(tray.oddities)].join(', ')}`);
    expect(stories.flatMap(faultsOf), `PROVE_SEED=${SEED}`).toEqual([]);
  },
  LIMIT_MS,
);
