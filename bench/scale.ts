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

/** CPU time of the server per request, in microseconds, while four desks go on with a turn for some seconds. */
export async function cpuPerRequest(
  { running, pastIds, cpuSeconds }: Crowd,
  turn: Turn,
  seconds: number,
): Promise<number> {
  let asked = 0;
  const pastId = (): string => pastIds[asked++ % pastIds.length] ?? '';
  const clients = DESKS.map(() => openClient(running.address));
  const before = cpuSeconds();
  const until = performance.now() + seconds * 1000;
  try {
    await Promise.all(
      clients.map(async (client, place) => {
        while (performance.now() < until) await turn(client, DESKS[place] ?? 1, pastId);
      }),
    );
    const answered = clients.reduce((sum, client) => sum + client.answered, 0);
    return ((cpuSeconds() - before) / answered) * 1e6;
  } finally {
    for (const client of clients) client.close();
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

/** CPU time per request of one turn at two servers, in microseconds. */
export interface TurnCost {
  readonly one: number;
  readonly other: number;
  /** The median of the pairs' ratios, other to one. */
  readonly ratio: number;
}

/** Measures each turn at both servers alternately, one second at a time. */
export async function* costsOfTurns(
  one: Crowd,
  other: Crowd,
  pairs: number,
  names: readonly string[] = Object.keys(TURNS),
): AsyncGenerator<readonly [name: string, cost: TurnCost]> {
  for (const crowd of [one, other]) await prepare(crowd);
  for (const [name, turn] of Object.entries(TURNS)) {
    if (!names.includes(name)) continue;
    const costs: { readonly one: number; readonly other: number }[] = [];
    for (let pair = 0; pair <= pairs; pair += 1) {
      // The build that is measured second finds the processor's caches and clock in another state.
      const swapped = pair % 2 === 1 ? await cpuPerRequest(other, turn, SECONDS) : undefined;
      const cost = {
        one: await cpuPerRequest(one, turn, SECONDS),
        other: swapped ?? (await cpuPerRequest(other, turn, SECONDS)),
      };
      // The first pair warms both up.
      if (pair > 0) costs.push(cost);
    }
    const median = (of: (cost: (typeof costs)[number]) => number): number => percentile(costs.map(of), 50);
    yield [
      name,
      {
        one: median((cost) => cost.one),
        other: median((cost) => cost.other),
        ratio: median((cost) => cost.other / cost.one),
      },
    ];
  }
}

/** Compares each turn at two servers. @returns whether all met the limit. */
async function compareTurns({ first, second, where, pairs, target }: Comparison): Promise<boolean> {
  let met = true;
  for await (const [name, { one, other, ratio }] of costsOfTurns(first[1], second[1], pairs)) {
    met = met && ratio <= target;
    const figures = {
      [first[0]]: `${one.toFixed(0)} µs`,
      [second[0]]: `${other.toFixed(0)} µs`,
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
