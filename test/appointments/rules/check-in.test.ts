import { describe, expect, it } from 'vitest';
import { attendance, checkInAt, checkInWindow, meantVisit } from '../../../main/appointments/rules/check-in.ts';
import { parseWallTime } from '../../../main/lib/zone.ts';

const MINUTE_MS = 60_000;
const BOOKED = Date.parse('2026-11-20T14:00:00Z');
const hall = { t_checkin_before: 30, t_checkin_after: 15, t_attendance_before: 10, t_attendance_after: 20 };

describe('check-in', () => {
  const window = checkInWindow(BOOKED, hall);

  it.each([
    ['early', -30 * MINUTE_MS - 1],
    ['open', -30 * MINUTE_MS],
    ['open', 0],
    ['open', 15 * MINUTE_MS],
    ['late', 15 * MINUTE_MS + 1],
  ])('is %s at %i ms from the booked time', (expected, offset) => {
    expect(checkInAt(BOOKED + offset, window)).toBe(expected);
  });

  it('counts minutes that really pass when the clocks change in between', () => {
    // 02:10 in Lisbon, when the clocks have just jumped from 01:00 to 02:00.
    const booked = parseWallTime('2026-03-29 02:10:00', 'Europe/Lisbon') ?? Number.NaN;
    const { opensAt } = checkInWindow(booked, hall);
    expect(new Date(opensAt).toISOString()).toBe('2026-03-29T00:40:00.000Z');
    expect(parseWallTime('2026-03-29 00:40:00', 'Europe/Lisbon')).toBe(opensAt);
  });
});

describe('the turn of an appointment', () => {
  it('has the limits that the location sets, and none for 0', () => {
    expect(attendance(BOOKED, hall)).toEqual({ from: BOOKED - 10 * MINUTE_MS, until: BOOKED + 20 * MINUTE_MS });
    expect(attendance(BOOKED, { t_attendance_before: 0, t_attendance_after: 0 })).toEqual({ from: null, until: null });
  });
});

describe('of several visits with one code', () => {
  const visit = (bookedAt: number, checkIn: 'open' | 'early' | 'late' | 'done') => ({ bookedAt, checkIn });

  it.each([
    ['the open one', [visit(1, 'late'), visit(2, 'done'), visit(3, 'open'), visit(4, 'early')], 3],
    ['the first of two open ones', [visit(5, 'open'), visit(4, 'open')], 4],
    ['the next one when none is open', [visit(1, 'late'), visit(9, 'early'), visit(8, 'early')], 8],
    ['the one just missed when none is to come', [visit(1, 'late'), visit(2, 'late'), visit(3, 'done')], 2],
  ])('it means %s', (_which, visits, expected) => {
    expect(meantVisit(visits)?.bookedAt).toBe(expected);
  });

  it('it means none when there is none', () => {
    expect(meantVisit([])).toBeUndefined();
  });
});
