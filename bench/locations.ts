/**
 * What the quietest of 500 locations feels of the others: how long its tickets take while each of them has its own load, against
 * the same while it is alone. By turns in one run, on each engine, durable.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { openCluster } from '../test/helpers/postgres-cluster.ts';
import { openClient } from './client.ts';
import { ms, percentile, report } from './figures.ts';
import { makeDataDir, startProgram } from './program.ts';
import { draw, townsSite } from './towns.ts';
import type { TownsLoad } from './towns-load.ts';

const LOCATIONS = 500;
/** Tickets, each with a call, of all others together; at each of them one a second on the average. */
const PER_SECOND = 500;
const TICKETS = 400;
const EVERY_MS = 10;
const TURNS = 3;
const TARGET = 2;

/** How long each ticket of the quiet town took, in milliseconds. */
async function quietTickets(address: string): Promise<number[]> {
  const client = openClient(address);
  const { path, body } = draw(0);
  const took: number[] = [];
  try {
    for (let ticket = 0; ticket < TICKETS; ticket += 1) {
      const from = performance.now();
      await client.post(path, body);
      took.push(performance.now() - from);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  } finally {
    client.close();
  }
  return took;
}

/** The same while the others are busy; with the requests a second that they were answered. */
async function amongOthers(address: string): Promise<{ readonly took: number[]; readonly others: number }> {
  const workerData: TownsLoad = { address, towns: LOCATIONS - 1, perSecond: PER_SECOND };
  const load = new Worker(new URL('towns-load.ts', import.meta.url), { workerData });
  const from = performance.now();
  // Until all of them have been asked for the first time, or nearly.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const took = await quietTickets(address);
  load.postMessage('over');
  const [asked]: [number] = (await once(load, 'message')) as never;
  const others = (asked / (performance.now() - from)) * 1000;
  await load.terminate();
  return { took, others };
}

async function measure(engine: string, flags: readonly string[]): Promise<boolean> {
  const data = await makeDataDir();
  const program = await startProgram(data.path, '--site', townsSite(data.path, LOCATIONS, 1), ...flags);
  const [alone, among, others] = [[], [], []] as [number[], number[], number[]];
  try {
    for (let turn = 0; turn <= TURNS; turn += 1) {
      const quiet = await quietTickets(program.address);
      const busy = await amongOthers(program.address);
      // The first turn warms both up.
      if (turn === 0) continue;
      alone.push(percentile(quiet, 99));
      among.push(percentile(busy.took, 99));
      others.push(busy.others);
    }
  } finally {
    await program.stop();
    await data.remove();
  }
  const ratio = percentile(among, 50) / percentile(alone, 50);
  report(
    `p99 of a ticket of the quietest of ${LOCATIONS} locations over ${engine}`,
    {
      alone: ms(percentile(alone, 50)),
      [`among others with ${Math.round(percentile(others, 50))} requests/s`]: ms(percentile(among, 50)),
      ratio: ratio.toFixed(2),
    },
    `${TARGET}`,
    ratio <= TARGET,
  );
  return ratio <= TARGET;
}

export async function locations(): Promise<boolean> {
  const isSqliteMet = await measure('SQLite', []);
  const cluster = await openCluster({ durable: true });
  try {
    await cluster.sql('postgres', 'CREATE DATABASE queue');
    return (await measure('PostgreSQL', ['--database', cluster.url('queue')])) && isSqliteMet;
  } finally {
    await cluster.close();
  }
}
