/**
 * What answers cost with a crowd: CPU time of the whole server per request, with 100,000 tickets waiting and millions of past
 * ones, against 10 and 10; and how long the start takes there. Two servers by turns in one run.
 */
import { openClient } from './client.ts';
import { type Crowd, openCrowd } from './crowd.ts';
import { ms, percentile, report } from './figures.ts';
import { prepareSite, TURNS, type Turn } from './operations.ts';
import { openPostgresCrowds } from './postgres-crowd.ts';

const SECONDS = 1;
const PAIRS = 4;
const TARGET = 1.3;
const STARTS = 3;
const START_TARGET_MS = 1_000;
const DESKS = [1, 2, 3, 4];
const WAITING = 100_000;
const PAST = 1_000_000;
const PAST_OF_YEARS = 5_000_000;

/**
 * CPU time of each server per request, in microseconds, while four desks repeat a turn for some seconds. Each desk goes from
 * server to server after every turn, so that a machine with other work slows all of them alike.
 */
export async function cpuPerRequest(crowds: readonly Crowd[], turn: Turn, seconds: number): Promise<readonly number[]> {
  const servers = crowds.map(({ running, pastIds, cpuSeconds }) => {
    let asked = 0;
    return {
      clients: new Map(DESKS.map((desk) => [desk, openClient(running.address)])),
      pastId: (): string => pastIds[asked++ % pastIds.length] ?? '',
      cpuSeconds,
      before: cpuSeconds(),
    };
  });
  const until = performance.now() + seconds * 1000;
  async function work(desk: number): Promise<void> {
    for (let first = desk; performance.now() < until; first += 1) {
      for (const index of servers.keys()) {
        const server = servers[(first + index) % servers.length];
        const client = server?.clients.get(desk);
        if (server !== undefined && client !== undefined) await turn(client, desk, server.pastId);
      }
    }
  }
  try {
    await Promise.all(DESKS.map(work));
    return servers.map(({ clients, cpuSeconds, before }) => {
      const answered = [...clients.values()].reduce((sum, client) => sum + client.answered, 0);
      return ((cpuSeconds() - before) / answered) * 1e6;
    });
  } finally {
    for (const { clients } of servers) for (const client of clients.values()) client.close();
  }
}

/** Two servers that are asked the same by turns. */
interface Comparison {
  /** What each is called in the report. */
  readonly first: readonly [name: string, crowd: Crowd];
  readonly second: readonly [name: string, crowd: Crowd];
  /** Said behind each turn. */
  readonly where: string;
  readonly pairs: number;
  /** How many times the first's CPU time the second may take. */
  readonly target: number;
}

/**
 * Compares each turn at two servers, measured alternately, one second at a time: they may share a database whose CPU time
 * counts for both.
 *
 * @returns whether all met the limit
 */
async function compareTurns({ first, second, where, pairs, target }: Comparison): Promise<boolean> {
  const crowds = [first[1], second[1]];
  for (const crowd of crowds) await prepare(crowd);
  let met = true;
  for (const [name, turn] of Object.entries(TURNS)) {
    const costs: { readonly one: number; readonly other: number }[] = [];
    for (let pair = 0; pair <= pairs; pair += 1) {
      const [one = Number.NaN] = await cpuPerRequest([first[1]], turn, SECONDS);
      const [other = Number.NaN] = await cpuPerRequest([second[1]], turn, SECONDS);
      // The first pair warms both up.
      if (pair > 0) costs.push({ one, other });
    }
    const median = (of: (cost: (typeof costs)[number]) => number): number => percentile(costs.map(of), 50);
    const ratio = median(({ one, other }) => other / one);
    met = met && ratio <= target;
    const figures = {
      [first[0]]: `${median(({ one }) => one).toFixed(0)} µs`,
      [second[0]]: `${median(({ other }) => other).toFixed(0)} µs`,
      ratio: ratio.toFixed(3),
    };
    report(`${name} with ${where}`, figures, `${target}`, ratio <= target);
  }
  return met;
}

async function prepare({ running }: Crowd): Promise<void> {
  const client = openClient(running.address);
  try {
    await prepareSite(client);
  } finally {
    client.close();
  }
}

/** Turns that the server does not know (errno 3). */
export async function unknownTurns(crowd: Crowd): Promise<readonly string[]> {
  const { running, pastIds } = crowd;
  await prepare(crowd);
  const client = openClient(running.address);
  const unknown: string[] = [];
  try {
    for (const [name, turn] of Object.entries(TURNS)) {
      await turn(client, 1, () => pastIds[0] ?? '').catch((error: unknown) => {
        if (!String(error).includes('"errno":3,')) throw error;
        unknown.push(name);
      });
    }
  } finally {
    client.close();
  }
  return unknown;
}

type Open = (name: string, waiting: number, past: number) => Promise<Crowd>;

const overSqlite: Open = (_name, waiting, past) => openCrowd(waiting, past);

export const scale = (): Promise<boolean> => withCrowd(PAST, 'SQLite', overSqlite);
export const years = (): Promise<boolean> => withCrowd(PAST_OF_YEARS, 'SQLite', overSqlite);
export const scaleOfPostgres = (): Promise<boolean> => overPostgres(PAST);
export const yearsOfPostgres = (): Promise<boolean> => overPostgres(PAST_OF_YEARS);

async function overPostgres(past: number): Promise<boolean> {
  const crowds = await openPostgresCrowds();
  try {
    return await withCrowd(past, 'PostgreSQL', (name, waiting, count) => crowds.open(name, waiting, count));
  } finally {
    await crowds.close();
  }
}

async function withCrowd(past: number, engine: string, open: Open): Promise<boolean> {
  const crowd = `${WAITING} waiting and ${past} past over ${engine}`;
  const starts: number[] = [];
  const few = await open('few', 10, 10);
  const many = await open('many', WAITING, past);
  try {
    for (let start = 0; start < STARTS; start += 1) {
      await many.restart();
      starts.push(many.running.readyMs);
    }
    const startMs = percentile(starts, 50);
    const figures = { median: ms(startMs), 'with 10 and 10': ms(few.running.readyMs) };
    report(`serve ready with ${crowd}`, figures, `${START_TARGET_MS} ms`, startMs <= START_TARGET_MS);
    const comparison: Comparison = {
      first: ['few', few],
      second: ['many', many],
      where: crowd,
      pairs: PAIRS,
      target: TARGET,
    };
    return (await compareTurns(comparison)) && startMs <= START_TARGET_MS;
  } finally {
    await few.remove();
    await many.remove();
  }
}
