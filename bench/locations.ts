/**
 * What the quietest of 500 locations feels of the others: how long its tickets take while each of them has its own load, against
 * the same while it is alone; under a load that grows, by turns in one run, on each engine, durable. Beside PostgreSQL stands what
 * `pgbench` feels of another `pgbench` there, with as many transactions a second that count up a row and insert another.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Cluster, openCluster } from '../test/helpers/postgres-cluster.ts';
import { openClient } from './client.ts';
import { ms, percentile, report } from './figures.ts';
import { openQuietTransactions } from './pgbench-baseline.ts';
import { makeDataDir, startProgram } from './program.ts';
import { draw, townsSite } from './towns.ts';
import type { TownsLoad } from './towns-load.ts';

const LOCATIONS = 500;
/** Tickets, each with a call, of all others together; with the last, at each of them one a second on the average. */
const LOADS = [60, 125, 250, 500];
const TICKETS = 400;
const EVERY_MS = 10;
const TURNS = 3;
const TARGET = 2;

/** What is asked now and then while others ask all the time. */
interface Quiet {
  /** How long each took, in milliseconds, with nobody else there. */
  alone(): Promise<readonly number[]>;
  among(perSecond: number): Promise<Busy>;
}

interface Busy {
  readonly took: readonly number[];
  /** Requests of the others a second, or transactions. */
  readonly others: number;
}

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

/** The same while the others are busy. */
async function amongOthers(address: string, perSecond: number): Promise<Busy> {
  const workerData: TownsLoad = { address, towns: LOCATIONS - 1, perSecond };
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

/** Whether the quiet one is held up by no load more than it may be. */
async function compare(name: string, quiet: Quiet): Promise<boolean> {
  const alone: number[] = [];
  const busy = LOADS.map((perSecond) => ({ perSecond, took: [] as number[], others: [] as number[] }));
  for (let turn = 0; turn <= TURNS; turn += 1) {
    const without = percentile([...(await quiet.alone())], 99);
    for (const load of busy) {
      const { took, others } = await quiet.among(load.perSecond);
      // The first turn warms everything up.
      if (turn === 0) continue;
      load.took.push(percentile([...took], 99));
      load.others.push(others);
    }
    if (turn > 0) alone.push(without);
  }
  const base = percentile(alone, 50);
  let met = true;
  for (const { took, others } of busy) {
    const ratio = percentile(took, 50) / base;
    met = met && ratio <= TARGET;
    const figures = { alone: ms(base), among: ms(percentile(took, 50)), ratio: ratio.toFixed(2) };
    report(`${name}, others ${Math.round(percentile(others, 50))}/s`, figures, `${TARGET}`, ratio <= TARGET);
  }
  return met;
}

async function measure(engine: string, flags: readonly string[]): Promise<boolean> {
  const data = await makeDataDir();
  const program = await startProgram(data.path, '--site', townsSite(data.path, LOCATIONS, 1), ...flags);
  try {
    return await compare(`p99 of a ticket of the quietest of ${LOCATIONS} locations over ${engine}`, {
      alone: () => quietTickets(program.address),
      among: (perSecond) => amongOthers(program.address, perSecond),
    });
  } finally {
    await program.stop();
    await data.remove();
  }
}

/** As many transactions as the others have requests: each of those is one at least. */
async function pgbenchBeside(cluster: Cluster): Promise<void> {
  const quiet = await openQuietTransactions(cluster, { rows: LOCATIONS, count: TICKETS, everyMs: EVERY_MS });
  try {
    await compare('p99 of a transaction of a quiet pgbench (counter and insert)', {
      alone: async () => (await quiet.among(0)).took,
      among: (perSecond) => quiet.among(2 * perSecond),
    });
  } finally {
    await quiet.remove();
  }
}

export async function locations(): Promise<boolean> {
  const isSqliteMet = await measure('SQLite', []);
  const cluster = await openCluster({ durable: true });
  try {
    for (const name of ['queue', 'plain']) await cluster.sql('postgres', `CREATE DATABASE ${name}`);
    const isPostgresMet = await measure('PostgreSQL', ['--database', cluster.url('queue')]);
    // The least that the same machine does: no target of ours.
    await pgbenchBeside(cluster);
    return isPostgresMet && isSqliteMet;
  } finally {
    await cluster.close();
  }
}
