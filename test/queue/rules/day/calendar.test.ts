import { describe, expect, it } from 'vitest';
import { calendarOf, dayAfter } from '../../../../main/queue/rules/day/calendar.ts';

const at = (iso: string): number => Date.parse(iso);
const first = { since: 0, zone: 'UTC', resetTime: '00:00', firstDay: '' };

describe('a calendar of business days', () => {
  it('keeps earlier business days when the reset time is moved', () => {
    const moved = calendarOf([
      first,
      { since: at('2026-11-20T10:00:00Z'), zone: 'UTC', resetTime: '12:00', firstDay: '2026-11-20' },
    ]);
    expect(moved.dayOf(at('2026-11-20T01:00:00Z'))).toBe('2026-11-20');
    // The current day does not become yesterday.
    expect(moved.dayOf(at('2026-11-20T11:00:00Z'))).toBe('2026-11-20');
    expect(moved.dayOf(at('2026-11-21T11:59:59Z'))).toBe('2026-11-20');
    expect(moved.dayOf(at('2026-11-21T12:00:00Z'))).toBe('2026-11-21');
    expect(moved.begins('2026-11-20')).toBe(at('2026-11-20T00:00:00Z'));
    expect(moved.begins('2026-11-21')).toBe(at('2026-11-21T12:00:00Z'));
    expect(moved.begins('2026-11-19')).toBe(at('2026-11-19T00:00:00Z'));
  });

  it('keeps earlier hours when the time zone is corrected', () => {
    const put = calendarOf([
      { ...first, zone: 'Asia/Tokyo' },
      { since: at('2026-11-20T10:00:00Z'), zone: 'UTC', resetTime: '00:00', firstDay: '2026-11-20' },
    ]);
    expect(put.place(at('2026-11-20T09:30:00Z'))).toMatchObject({ day: '2026-11-20', hour: 18 });
    expect(put.place(at('2026-11-20T10:30:00Z'))).toMatchObject({ day: '2026-11-20', hour: 10 });
    expect(put.zoneAt(at('2026-11-20T09:59:59Z'))).toBe('Asia/Tokyo');
    // An hour ends where the next rule begins.
    expect(put.place(at('2026-11-20T09:59:59Z')).until).toBe(at('2026-11-20T10:00:00Z'));
  });

  it('has no gaps and no overlaps between days', () => {
    const calendar = calendarOf([
      first,
      { since: at('2026-11-03T10:00:00Z'), zone: 'Europe/Lisbon', resetTime: '13:07', firstDay: '2026-11-03' },
      { since: at('2026-11-05T23:00:00Z'), zone: 'Asia/Tokyo', resetTime: '03:00', firstDay: '2026-11-05' },
      { since: at('2026-11-05T23:30:00Z'), zone: 'America/Santiago', resetTime: '00:00', firstDay: '2026-11-06' },
    ]);
    for (let day = '2026-11-01'; day < '2026-11-12'; day = dayAfter(day)) {
      const [begin, end] = [calendar.begins(day), calendar.begins(dayAfter(day))];
      expect(end).toBeGreaterThanOrEqual(begin);
      if (end === begin) continue;
      expect([day, calendar.dayOf(begin), calendar.dayOf(end - 1)]).toEqual([day, day, day]);
      expect(calendar.dayOf(begin - 1) < day).toBe(true);
    }
  });
});
