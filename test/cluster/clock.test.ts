/** Database time on a server: independent of the local clock, without steps back. */
import { expect, it } from 'vitest';
import type { PoolConnection } from '../../main/database/postgres/pool.ts';
import { silentLog } from '../../main/lib/context.ts';
import { createDatabaseClock } from '../../main/store/postgres/database-clock.ts';
import { turnedClock } from '../helpers/turned-clock.ts';

/** A machine, and a database with slow responses. Their clocks agree at first. */
function openClocks() {
  const own = turnedClock('2026-11-20T12:00:00Z');
  const logged: unknown[] = [];
  const note = (event: string, data?: { readonly seconds?: unknown }): void => void logged.push([event, data?.seconds]);
  const world = { monotonic: 1_000, database: own.now(), thereMs: 0, backMs: 0 };
  const clock = createDatabaseClock({
    own,
    log: { ...silentLog, warn: note, info: note },
    monotonic: () => world.monotonic,
  });
  const pass = (ms: number): void => {
    world.monotonic += ms;
    world.database += ms;
    own.advance(ms);
  };
  const line: Pick<PoolConnection, 'ask'> = {
    async ask() {
      pass(world.thereMs);
      const now = world.database;
      pass(world.backMs);
      return [{ now }] as never;
    },
  };
  return { own, world, clock, pass, logged, beat: () => clock.beat(line as PoolConnection) };
}

it('follows the database with any clock of the machine', async () => {
  const { own, world, clock, pass, beat } = openClocks();
  world.database += 90_000_000;
  await beat();
  expect(clock.now()).toBe(world.database);
  pass(700);
  expect(clock.now()).toBe(world.database);
  own.advance(3_600_000);
  pass(300);
  expect(clock.now()).toBe(world.database);
  await beat();
  expect(clock.now()).toBe(world.database);
});

it('stays steady with slow responses', async () => {
  const { world, clock, pass, beat } = openClocks();
  await beat();
  const times: number[] = [];
  for (const [thereMs, backMs] of [
    [400, 0],
    [0, 900],
    [3, 4],
    [8_000, 0],
    [0, 8_000],
  ] as const) {
    Object.assign(world, { thereMs, backMs });
    await beat();
    times.push(clock.now() - world.database);
    pass(1_000);
  }
  expect(times).toEqual([0, 0, 0, 0, 0]);
});

it('ignores small steps back, and follows a database whose clock was set back', async () => {
  const { world, clock, pass, beat } = openClocks();
  await beat();
  const before = clock.now();
  world.database -= 800;
  await beat();
  expect(clock.now()).toBe(before);
  pass(500);
  expect(clock.now()).toBe(before);
  pass(500);
  expect(clock.now()).toBe(world.database);
  world.database -= 3_600_000;
  await beat();
  expect(clock.now()).toBe(world.database);
});

it('reports a different machine clock once, and no slow responses', async () => {
  const { own, world, clock, logged, beat } = openClocks();
  const looks = async (): Promise<unknown> => {
    await beat();
    return [logged.splice(0), clock.isTrusted];
  };
  expect(await looks()).toEqual([[], true]);
  world.thereMs = 8_000;
  expect(await looks()).toEqual([[], true]);
  world.thereMs = 0;
  own.advance(90_000);
  expect(await looks()).toEqual([[['clock.skew-detected', 90]], false]);
  expect(clock.offsetMs).toBe(90_000);
  expect(await looks()).toEqual([[], false]);
  world.database += 89_000;
  expect(await looks()).toEqual([[['clock.skew-resolved', undefined]], true]);
  world.database += 6_000;
  expect(await looks()).toEqual([[['clock.skew-detected', -5]], false]);
});
