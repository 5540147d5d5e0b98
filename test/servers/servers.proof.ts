/**
 * Three whole programs over one PostgreSQL that is on the disk, one of them killed and started again every ten seconds:
 * `npm run prove -- servers`. `PROVE_OPERATIONS` says how many, tickets and calls by turns.
 */
import { setTimeout as after } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openCluster } from '../helpers/postgres-cluster.ts';
import { playHouse } from './play-house.ts';

const OPERATIONS = Number(process.env.PROVE_OPERATIONS ?? 200_000);
const DESKS = 24;
const KILL_EVERY_MS = 10_000;
const LIMIT_MS = 7_200_000;

it(
  `${OPERATIONS} operations at servers that are killed lose nothing, call nobody twice and leave no gap for who listens`,
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
      const day = await playHouse({ database, operations: OPERATIONS, script, desks: DESKS, nextKill, say });
      const { faults, ...figures } = day;
      say(`${JSON.stringify(figures)} in ${Math.round((performance.now() - began) / 1000)} s`);
      expect(faults.slice(0, 20)).toEqual([]);
      expect(day.kills).toBeGreaterThan(0);
    } finally {
      await cluster.close();
    }
  },
  LIMIT_MS,
);
