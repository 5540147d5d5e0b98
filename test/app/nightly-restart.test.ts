/** A night in the life of a kiosk that starts anew by itself, on the clock of its house. */
import { expect, it } from 'vitest';
import { QUIET_MS, startNightlyRestart, WINDOW_HOURS } from '../../main/app/nightly-restart.ts';
import { turnedClock } from '../helpers/turned-clock.ts';
import { recordingLog } from '../kiosk/readers/recording-log.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A house in Lisbon in winter (UTC), or another zone, whose program was started at that instant. */
function house({ started = '2026-11-20T08:00:00Z', zone = 'Europe/Lisbon', at = '03:30' } = {}) {
  const clock = turnedClock(started);
  const log = recordingLog();
  const restarts: string[] = [];
  let tell = (_status: { readonly screen: string }): void => {};
  const kiosk = {
    onReport(listener: (status: { readonly screen: string }) => void) {
      tell = listener;
      listener({ screen: 'idle' });
      return () => {};
    },
  };
  const end = startNightlyRestart({
    at,
    zone: () => zone,
    kiosks: () => [kiosk],
    restart: () => void restarts.push(new Date(clock.now()).toISOString()),
    clock,
    log,
  });
  return { clock, log, restarts, end, shows: (screen: string) => tell({ screen }) };
}

it('starts anew at its time, once in a night', () => {
  const { clock, restarts } = house();
  clock.set('2026-11-21T03:29:00Z');
  expect(restarts).toEqual([]);
  clock.set('2026-11-21T12:00:00Z');
  expect(restarts).toEqual(['2026-11-21T03:30:00.000Z']);
});

it.each([
  ['Asia/Tokyo', '03:30', '2026-11-20T18:30:00.000Z'],
  ['America/Lima', '23:45', '2026-11-21T04:45:00.000Z'],
])('goes by the clock of the house: %s', (zone, at, instant) => {
  const { clock, restarts } = house({ zone, at });
  clock.set('2026-11-21T12:00:00Z');
  expect(restarts[0]).toBe(instant);
});

it('waits until nobody has stood there for a while', () => {
  const { clock, restarts, shows } = house();
  clock.set('2026-11-21T03:29:30Z');
  shows('printing');
  clock.advance(20 * MINUTE_MS);
  expect(restarts).toEqual([]);
  shows('idle');
  clock.advance(QUIET_MS - MINUTE_MS);
  expect(restarts).toEqual([]);
  clock.advance(2 * MINUTE_MS);
  expect(restarts).toHaveLength(1);
});

it('leaves it for the next night where somebody stands there all the time', () => {
  const { clock, restarts, shows } = house();
  clock.set('2026-11-21T03:00:00Z');
  shows('choose');
  clock.advance((WINDOW_HOURS + 1) * HOUR_MS);
  shows('idle');
  clock.set('2026-11-21T23:00:00Z');
  expect(restarts).toEqual([]);
  clock.set('2026-11-22T04:00:00Z');
  expect(restarts).toHaveLength(1);
});

it('does not start once more what was started this night', () => {
  const { clock, restarts } = house({ started: '2026-11-21T03:31:00Z' });
  clock.set('2026-11-21T23:00:00Z');
  expect(restarts).toEqual([]);
  clock.set('2026-11-22T03:30:00Z');
  expect(restarts).toHaveLength(1);
});

it('ends with the program', () => {
  const { clock, restarts, end } = house();
  end();
  clock.set('2026-11-23T12:00:00Z');
  expect(restarts).toEqual([]);
});
