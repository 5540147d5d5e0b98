/** Tickets and calls by turns over SQLite, durable, against tickets alone; by turns in one run. */
import { beginQueue, RATE_DESKS, type Rates, rateAlone, rateMixed, reportByTurns, TURNS } from './interleaved.ts';
import { makeDataDir, startProgram } from './program.ts';
import { townsSite } from './towns.ts';

export async function sqliteByTurns(): Promise<boolean> {
  const data = await makeDataDir();
  const program = await startProgram(data.path, '--site', townsSite(data.path, 2, 1, RATE_DESKS));
  const rates: Rates = { alone: [], mixed: [] };
  try {
    await beginQueue(program);
    for (let turn = 0; turn <= TURNS; turn += 1) {
      const pair = [await rateAlone(program), await rateMixed(program)] as const;
      // The first turn warms both up.
      if (turn === 0) continue;
      rates.alone.push(pair[0]);
      rates.mixed.push(pair[1]);
    }
  } finally {
    await program.stop();
    await data.remove();
  }
  return reportByTurns('SQLite', rates);
}
