/** Time of the call on the ticket page. */
import { describe, expect, it } from 'vitest';
import { clockTime } from '../../renderer/shared/time.ts';
import { turnAt } from '../../renderer/ticket/turn-at.ts';

const at = (clock: string): number => Date.parse(`2026-11-20T${clock}:00Z`);
const shown = (clock: string, minutes: number, zone = 'UTC'): string =>
  clockTime(turnAt(at(clock), { wait_seconds: minutes * 60 }), 'en-GB', zone);

describe('the time of the turn', () => {
  it.each([
    ['12:00', 10, '12:10'],
    ['12:01', 10, '12:10'],
    ['12:02', 10, '12:10'],
    ['12:03', 10, '12:15'],
    ['12:00', 0, '12:00'],
    ['23:58', 20, '00:20'],
  ])('at %s with a wait of %i minutes is %s, in steps of five minutes', (clock, minutes, time) => {
    expect(shown(clock, minutes)).toBe(time);
  });

  it('does not jump while the wait shortens as time passes', () => {
    const times = [0, 1, 2, 3, 4].map((passed) => shown(`12:0${passed}`, 20 - passed));
    expect(new Set(times)).toEqual(new Set(['12:20']));
  });

  it('is shown in the time zone of the location, also across a change of the clocks', () => {
    expect(shown('12:00', 10, 'Asia/Kathmandu')).toBe('17:55');
    const before = Date.parse('2026-10-25T00:50:00Z');
    expect(clockTime(before, 'en-GB', 'Europe/Lisbon')).toBe('01:50');
    expect(clockTime(turnAt(before, { wait_seconds: 1_200 }), 'en-GB', 'Europe/Lisbon')).toBe('01:10');
  });
});
