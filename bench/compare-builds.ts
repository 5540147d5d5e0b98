/**
 * What requests cost in CPU time, against another build of the program: `BENCH_AGAINST=../before npm run bench -- against`, where
 * that folder is a checkout of an older commit in which `npm run build` was done.
 */
import { join } from 'node:path';
import { openCrowd } from './crowd.ts';
import { programIn, startProgram } from './program.ts';
import { compareTurns, unknownTurns } from './scale.ts';

const WAITING = 10;
const PAST = 10;
const PAIRS = 14;
const TARGET = 1.03;

export async function against(): Promise<boolean> {
  const folder = process.env.BENCH_AGAINST;
  if (folder === undefined) {
    console.log('- against: nothing to compare with; BENCH_AGAINST names the folder of another build');
    return true;
  }
  // A site has more fields now than that build knows; both get the one that it came with.
  const demo = join(folder, 'assets/demo/site.json');
  const before = await openCrowd(WAITING, PAST, programIn(folder), demo);
  try {
    const now = await openCrowd(WAITING, PAST, startProgram, demo);
    try {
      const without = await unknownTurns(before);
      if (without.length > 0) console.log(`- against: the other build does not know ${without.join('; ')}`);
      return await compareTurns({
        first: ['before', before],
        second: ['now', now],
        where: `${WAITING} waiting over SQLite`,
        pairs: PAIRS,
        target: TARGET,
        without,
      });
    } finally {
      await now.remove();
    }
  } finally {
    await before.remove();
  }
}
