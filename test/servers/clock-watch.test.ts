/** A server whose clock is wrong says so, once. */
import { expect, it } from 'vitest';
import { createClockWatch } from '../../main/store/postgres/clock-watch.ts';
import type { Line } from '../../main/store/postgres/pool.ts';
import { turnedClock } from '../helpers/turned-clock.ts';

it('tells that its clock differs from that of the database, and not that an answer took long', async () => {
  const clock = turnedClock('2026-11-20T12:00:00Z');
  const told: unknown[] = [];
  const log = { info() {}, warn: (event: string, data?: unknown) => void told.push([event, data]), error() {} };
  const beat = createClockWatch(clock, log);
  let ahead = 0;
  let takesMs = 0;
  const database: Pick<Line, 'ask'> = {
    async ask() {
      const now = clock.now() + ahead;
      clock.advance(takesMs);
      return [{ now }] as never;
    },
  };
  const looks = async (): Promise<unknown[]> => {
    await beat(database as Line);
    return told.splice(0);
  };
  expect(await looks()).toEqual([]);
  takesMs = 8_000;
  expect(await looks()).toEqual([]);
  takesMs = 0;
  ahead = -90_000;
  expect(await looks()).toMatchObject([['clock.differs', { seconds: 90 }]]);
  expect(await looks()).toEqual([]);
  ahead = 1_000;
  expect(await looks()).toEqual([]);
  ahead = 5_000;
  expect(await looks()).toMatchObject([['clock.differs', { seconds: 5 }]]);
});
