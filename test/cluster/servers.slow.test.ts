/**
 * Three servers on one PostgreSQL database on disk, one of them killed and restarted every ten seconds.
 *
 * `npm run test:slow -- servers`. `PROVE_OPERATIONS` sets the number of operations, alternating tickets and calls.
 */
import { setTimeout as after } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openCluster } from '../helpers/postgres-cluster.ts';
import { playBusyDay } from './busy-day.ts';

const OPERATIONS = Number(process.env.PROVE_OPERATIONS ?? 200_000);
const DESKS = 24;
const KILL_EVERY_MS = 10_000;
const LIMIT_MS = 7_200_000;
/** Documented: a second for a change, some seconds for a leader lease. All share two cores here, so the maximum may be longer; a fault would take a minute. */
const SPREAD_MS = { median: 1_000, most: 10_000 };
const TAKEOVER_MS = { median: 10_000, most: 20_000 };

/** Count, median, 95th percentile and maximum of durations. */
function figuresOf(times: readonly number[]): Record<'count' | 'median' | 'p95' | 'most', number> {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN);
  return { count: sorted.length, median: at(0.5), p95: at(0.95), most: at(1) };
}

it(
  `${OPERATIONS} operations at killed servers lose nothing, call no ticket twice and leave no event gaps`,
  async () => {
    const say = (line: string): void => void process.stderr.write(`${line}\n`);
    const cluster = await openCluster({ durable: true });
    try {
      await cluster.sql('postgres', 'CREATE DATABASE queue');
      const nextKill = async (done: () => number): Promise<void> => {
        for (let waited = 0; waited < KILL_EVERY_MS && done() < OPERATIONS; waited += 100) await after(100);
      };
      const began = performance.now();
      const database = cluster.url('queue');
      const script = new URL('../../main/serve.ts', import.meta.url);
      const day = await playBusyDay({
        database,
        operations: OPERATIONS,
        script,
        desks: DESKS,
        nextKill,
        say,
        watched: true,
      });
      const { faults, takeovers, spreads, ...figures } = day;
      const [takeover, spread] = [figuresOf(takeovers), figuresOf(spreads)];
      say(`${JSON.stringify(figures)} in ${Math.round((performance.now() - began) / 1000)} s`);
      say(`a change is known everywhere after ${JSON.stringify(spread)} ms`);
      say(`the duties of a killed server are taken over after ${JSON.stringify(takeover)} ms`);
      expect(faults.slice(0, 20)).toEqual([]);
      expect(day.kills).toBeGreaterThan(0);
      expect(spread.count).toBeGreaterThan(0);
      expect(spread.median).toBeLessThan(SPREAD_MS.median);
      expect(spread.most).toBeLessThan(SPREAD_MS.most);
      expect(takeover.count).toBeGreaterThan(0);
      expect(takeover.median).toBeLessThan(TAKEOVER_MS.median);
      expect(takeover.most).toBeLessThan(TAKEOVER_MS.most);
    } finally {
      await cluster.close();
    }
  },
  LIMIT_MS,
);
