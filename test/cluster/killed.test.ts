/** The short version of `servers.slow.test.ts`. */
import { setTimeout as after } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { newDatabase } from '../helpers/postgres-database.ts';
import { playBusyDay } from './busy-day.ts';

const OPERATIONS = 400;
/** Whether the machine is fast or slow: after so many operations. */
const KILL_AFTER = [100, 200];

it('servers that are killed one after the other lose nothing, call nobody twice and leave no gap for who listens', async () => {
  const left = [...KILL_AFTER];
  const nextKill = async (done: () => number): Promise<void> => {
    const at = left.shift() ?? OPERATIONS;
    while (done() < at) await after(5);
  };
  const { url } = await newDatabase();
  const script = new URL('./server-child.ts', import.meta.url);
  const day = await playBusyDay({ database: url, operations: OPERATIONS, script, desks: 6, nextKill });
  expect(day).toMatchObject({ operations: OPERATIONS, faults: [] });
  expect(day.kills).toBeGreaterThan(0);
  expect(day.moves).toBeGreaterThan(0);
});
