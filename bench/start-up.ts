/** How long `serve` takes to be ready on a database that exists. */
import { ms, percentile, report } from './figures.ts';
import { makeDataDir, startProgram } from './program.ts';

const STARTS = 10;
const TARGET_MS = 1_000;

export async function startUp(): Promise<boolean> {
  const data = await makeDataDir();
  const took: number[] = [];
  try {
    // The first start makes the database and loads the demo site; it is not counted.
    await (await startProgram(data.path)).stop();
    for (let start = 0; start < STARTS; start += 1) {
      const program = await startProgram(data.path);
      took.push(program.readyMs);
      await program.stop();
    }
  } finally {
    await data.remove();
  }
  const slowest = Math.max(...took);
  report(
    `serve ready, ${STARTS} starts`,
    { median: ms(percentile(took, 50)), slowest: ms(slowest) },
    `${TARGET_MS} ms`,
    slowest <= TARGET_MS,
  );
  return slowest <= TARGET_MS;
}
