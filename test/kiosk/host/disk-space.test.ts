/** Free disk space of a kiosk's data folder. */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { type FreeDisk, watchDisk } from '../../../main/kiosk/host/disk-space.ts';
import { type TurnedClock, turnedClock } from '../../helpers/turned-clock.ts';

const EVERY_MS = 300_000;
const SOON_MS = 10_000;
const BLOCK = 4_000;

let clock: TurnedClock;
/** Free megabytes, or null if unknown; and the number of checks. */
let free: number | null;
let looks: number;
let told: number[];

beforeEach(() => {
  clock = turnedClock('2026-11-20T08:00:00Z');
  free = 50_000;
  looks = 0;
  told = [];
});

function watch(): FreeDisk {
  const disk: FreeDisk = watchDisk(
    '/data',
    clock,
    () => void told.push(disk.freeMb()),
    async () => {
      looks += 1;
      if (free === null) throw new Error('no such folder');
      return { bavail: (free * 1_000_000) / BLOCK, bsize: BLOCK };
    },
  );
  onTestFinished(() => disk.close());
  return disk;
}

const looked = (times: number) => expect.poll(() => looks).toBe(times);
const is = (disk: FreeDisk, mb: number) => expect.poll(() => disk.freeMb()).toBe(mb);

it('is measured on the real disk, also for a folder that is created later', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'disk-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, 'kiosk');
  let news = 0;
  const disk = watchDisk(folder, clock, () => {
    news += 1;
  });
  onTestFinished(() => disk.close());
  expect(disk.freeMb()).toBe(0);
  await mkdir(folder);
  await expect
    .poll(() => {
      clock.advance(SOON_MS);
      return disk.freeMb();
    })
    .toBeGreaterThan(0);
  expect(news).toBeGreaterThan(0);
});

const mount = (...flags: readonly string[]): boolean => spawnSync('mount', flags).status === 0;

it('is zero on a read-only disk', async ({ skip }) => {
  const folder = await mkdtemp(join(tmpdir(), 'disk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const flags = ['-t', 'tmpfs', '-o', 'size=64m', 'none', folder];
  if (process.platform !== 'linux' || !mount(...flags)) return skip('this user may not mount');
  onTestFinished(() => void spawnSync('umount', ['-l', folder]));
  const disk = watchDisk(folder, clock, () => {});
  onTestFinished(() => disk.close());
  await is(disk, 60);
  mount('-o', 'remount,ro', folder);
  disk.lookNow();
  await is(disk, 1);
});

it('is reported in steps, rounded down, and never as 0, which would mean unknown', async () => {
  const disk = watch();
  await is(disk, 50_000);
  for (const [now, said] of [
    [9_999, 9_900],
    [999, 990],
    [205, 200],
    [199, 190],
    [3, 1],
    [0, 1],
  ] as const) {
    free = now;
    disk.lookNow();
    await is(disk, said);
  }
  expect(told).toEqual([50_000, 9_900, 990, 200, 190, 1]);
});

it('is checked every five minutes, at once after a failed write, and reported only when it changes', async () => {
  const disk = watch();
  await is(disk, 50_000);
  free = 50_400;
  clock.advance(EVERY_MS - 1);
  expect(looks).toBe(1);
  clock.advance(1);
  await looked(2);
  disk.lookNow();
  await looked(3);
  free = 150;
  disk.lookNow();
  await is(disk, 150);
  expect(told).toEqual([50_000, 150]);
});

it('keeps its last value while it cannot be read, and is retried soon', async () => {
  const disk = watch();
  await is(disk, 50_000);
  free = null;
  clock.advance(EVERY_MS);
  await looked(2);
  expect(disk.freeMb()).toBe(50_000);
  free = 700;
  await expect
    .poll(() => {
      clock.advance(SOON_MS);
      return disk.freeMb();
    })
    .toBe(700);
});

it('is not checked after the kiosk has ended', async () => {
  const disk = watch();
  await is(disk, 50_000);
  free = 150;
  // One check is in progress as it ends.
  disk.lookNow();
  disk.close();
  await new Promise(setImmediate);
  clock.advance(10 * EVERY_MS);
  expect({ looks, told }).toEqual({ looks: 2, told: [50_000] });
});
