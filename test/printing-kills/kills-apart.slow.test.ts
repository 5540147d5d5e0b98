/**
 * 300 SIGKILLs of kiosk clients and their server, alone and together, while their connections fail.
 *
 * `npm run test:slow -- kills-apart`. `PROVE_SEED` repeats a run, as far as possible; `PROVE_KILLS` sets the number.
 */
import { expect, it } from 'vitest';
import { playApart } from './apart.ts';
import { faultsOf, tableOf } from './judge.ts';
import type { KioskStory } from './site-of-kiosks.ts';

const SEED = Number(process.env.PROVE_SEED ?? Date.now() % 1_000_000);
const KILLS = Number(process.env.PROVE_KILLS ?? 300);
const HALLS = 4;
/** Of two cores. */
const AT_ONCE = 2;
/** `A042`; an offline number has one more digit. */
const FOUR_LETTERS = 4;
/** Time for some tickets, online and offline. */
const LONGEST_MS = 3000;
const LIMIT_MS = 3_600_000;

it(
  `${KILLS} kills of kiosk and server leave no ticket duplicated, lost, or reported as printed without paper`,
  async () => {
    const say = (line: string): void => void process.stderr.write(`${line}\n`);
    say(`kills: PROVE_SEED=${SEED} PROVE_KILLS=${KILLS}`);
    const stories: KioskStory[] = [];
    const todo = Array.from({ length: HALLS }, (_, number) => number);
    async function work(): Promise<void> {
      for (let number = todo.shift(); number !== undefined; number = todo.shift()) {
        const hall = { name: `hall ${number + 1}`, seed: SEED, number, longestMs: LONGEST_MS };
        const kinds = ['process-id', number % 2 === 0 ? 'status' : 'no-fault'] as const;
        stories.push(...(await playApart({ ...hall, kinds, kills: Math.ceil(KILLS / HALLS) })));
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    say(tableOf(stories));
    const ownOf = ({ queue }: KioskStory): number => queue.filter(({ number }) => number.length > FOUR_LETTERS).length;
    for (const story of stories)
      say(`${story.name}: ${ownOf(story)} offline numbers in the queue; killed at ${JSON.stringify(story.killedAt)}`);
    const sum = (count: (story: KioskStory) => number): number => stories.reduce((all, story) => all + count(story), 0);
    const played = {
      ofKiosks: sum(ownOf),
      ofTheServer: sum((story) => story.queue.length - ownOf(story)),
      takenBack: sum(({ givenBack }) => givenBack.length),
      killsOfKiosks: sum(({ restarts }) => restarts),
    };
    say(`all: ${JSON.stringify(played)}`);
    const faults = stories.flatMap(faultsOf);
    expect(faults, `PROVE_SEED=${SEED}`).toEqual([]);
    // If the server was always or never available, transitions are not tested; too few kills cause that.
    const empty = Object.entries(played).filter(([, count]) => count === 0);
    expect(empty, `not in this run (PROVE_SEED=${SEED} PROVE_KILLS=${KILLS})`).toEqual([]);
  },
  LIMIT_MS,
);
