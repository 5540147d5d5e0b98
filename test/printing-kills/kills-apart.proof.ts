/**
 * 300 SIGKILLs of kiosks and of the server that they are at, alone and together, while the lines between them fall: `npm run prove --
 * kills-apart`. `PROVE_SEED` repeats a run, as far as chance can be repeated; `PROVE_KILLS` is how many.
 */
import { expect, it } from 'vitest';
import { playApart } from './apart.ts';
import { faultsOf, tableOf } from './judge.ts';

const SEED = Number(process.env.PROVE_SEED ?? Date.now() % 1_000_000);
const KILLS = Number(process.env.PROVE_KILLS ?? 300);
const HALLS = 4;
/** Time for some tickets, with a server and without. */
const LONGEST_MS = 5000;
const LIMIT_MS = 3_600_000;

it(
  `${KILLS} kills of kiosk and server leave no ticket doubled, lost, or promised and not there`,
  async () => {
    const say = (line: string): void => void process.stderr.write(`${line}\n`);
    say(`kills: PROVE_SEED=${SEED} PROVE_KILLS=${KILLS}`);
    const faults: string[] = [];
    for (let number = 0; number < HALLS; number += 1) {
      const stories = await playApart({
        ...{ name: `hall ${number + 1}`, seed: SEED, number, kills: Math.ceil(KILLS / HALLS), longestMs: LONGEST_MS },
        kinds: ['process-id', number % 2 === 0 ? 'status' : 'no-fault'],
      });
      say(tableOf(stories));
      for (const { name, killedAt, queue } of stories) {
        const own = queue.filter(({ number: given }) => given.length > 4).length;
        say(`${name}: ${own} numbers of its own in the queue; killed at ${JSON.stringify(killedAt)}`);
      }
      faults.push(...stories.flatMap(faultsOf));
    }
    expect(faults, `PROVE_SEED=${SEED}`).toEqual([]);
  },
  LIMIT_MS,
);
