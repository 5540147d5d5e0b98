/**
 * Compares the CPU time of requests with another build: `BENCH_AGAINST=../before npm run bench -- against`.
 *
 * The folder is a checkout of an older commit in which `npm run build` was done. Each build starts first in half of the
 * rounds, as one process differs from the next of the same build; the ratio is the geometric mean of the rounds. Clients take
 * turns between both builds. `BENCH_TURNS` limits the run to turns whose names match that pattern.
 */
import { join } from 'node:path';
import { type Crowd, openCrowd } from './crowd.ts';
import { report } from './figures.ts';
import { TURNS } from './operations.ts';
import { programIn, startProgram } from './program.ts';
import { cpuPerRequest, unknownTurns } from './scale.ts';

const WAITING = 10;
const PAST = 10;
/** Even, so that both builds start first equally often. */
const ROUNDS = 4;
const WARM_UP_SECONDS = 3;
const MEASURED_SECONDS = 8;
const TARGET = 1.03;

const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

export async function against(): Promise<boolean> {
  const folder = process.env.BENCH_AGAINST;
  if (folder === undefined) {
    console.log('- against: nothing to compare with; BENCH_AGAINST names the folder of another build');
    return true;
  }
  const rounds: Map<string, number>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await ratiosOfRound(folder, round % 2 === 0));
  let met = true;
  for (const name of rounds[0]?.keys() ?? []) {
    const ratios = rounds.map((round) => round.get(name) ?? Number.NaN);
    const ratio = geometricMean(ratios);
    met = met && ratio <= TARGET;
    const figures = { ratio: ratio.toFixed(3), rounds: ratios.map((value) => value.toFixed(3)).join(' ') };
    report(`${name} with ${WAITING} waiting over SQLite`, figures, `${TARGET}`, ratio <= TARGET);
  }
  return met;
}

/** CPU time of this build to that of the other one, by turn. */
async function ratiosOfRound(folder: string, otherFirst: boolean): Promise<Map<string, number>> {
  // A site has more fields now than the other build knows; both get the one that it came with.
  const demo = join(folder, 'assets/demo/site.json');
  const open = (isOther: boolean): Promise<Crowd> =>
    openCrowd(WAITING, PAST, isOther ? programIn(folder) : startProgram, demo);
  const first = await open(otherFirst);
  try {
    const second = await open(!otherFirst);
    try {
      // At both: the turns leave tickets behind, and lists must be equally long.
      const unknown = [...(await unknownTurns(first)), ...(await unknownTurns(second))];
      if (unknown.length > 0) console.log(`- against: only one build knows ${unknown.join('; ')}`);
      const wanted = new RegExp(process.env.BENCH_TURNS ?? '');
      const [own, other] = otherFirst ? [second, first] : [first, second];
      const ratios = new Map<string, number>();
      for (const [name, turn] of Object.entries(TURNS)) {
        if (!wanted.test(name) || unknown.includes(name)) continue;
        await cpuPerRequest([own, other], turn, WARM_UP_SECONDS);
        const [ownCost = Number.NaN, otherCost = Number.NaN] = await cpuPerRequest(
          [own, other],
          turn,
          MEASURED_SECONDS,
        );
        ratios.set(name, ownCost / otherCost);
      }
      return ratios;
    } finally {
      await second.remove();
    }
  } finally {
    await first.remove();
  }
}
