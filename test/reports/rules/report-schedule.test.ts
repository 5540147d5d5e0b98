/** When reports are sent, by the clock of a place, also on the nights on which clocks are changed. */
import { describe, expect, it } from 'vitest';
import type { ReportSchedule } from '../../../main/reports/contract/report-views.ts';
import { daysSent, lastDue } from '../../../main/reports/rules/report-schedule.ts';

const daily = (hour: number): ReportSchedule => ({ every: 'day', weekday: 1, monthday: 1, hour });
const due = (schedule: ReportSchedule, now: string, zone = 'Europe/Lisbon'): readonly string[] | null => {
  const found = lastDue(schedule, zone, Date.parse(now));
  return found === null ? null : [found.day, new Date(found.at).toISOString()];
};

describe('a report of each day', () => {
  it.each([
    ['2026-11-20T06:59:59Z', '2026-11-19', '2026-11-19T07:00:00.000Z'],
    ['2026-11-20T07:00:00Z', '2026-11-20', '2026-11-20T07:00:00.000Z'],
    // Summer time in Lisbon: an hour earlier.
    ['2026-07-20T06:00:00Z', '2026-07-20', '2026-07-20T06:00:00.000Z'],
    ['2026-07-20T05:59:59Z', '2026-07-19', '2026-07-19T06:00:00.000Z'],
  ])('at %s was due on %s', (now, day, at) => {
    expect(due(daily(7), now)).toEqual([day, at]);
  });

  it('is due at the moment at which the clocks skip its hour, once', () => {
    // Berlin, 29 March 2026: 02:00 is 03:00.
    const at = (now: string) => due(daily(2), now, 'Europe/Berlin');
    expect(at('2026-03-29T00:59:59Z')).toEqual(['2026-03-28', '2026-03-28T01:00:00.000Z']);
    expect(at('2026-03-29T01:00:00Z')).toEqual(['2026-03-29', '2026-03-29T01:00:00.000Z']);
  });

  it('is due at the first of two hours that are the same', () => {
    // Berlin, 25 October 2026: from 03:00 back to 02:00.
    const at = (now: string) => due(daily(2), now, 'Europe/Berlin')?.[0];
    expect([at('2026-10-24T23:59:59Z'), at('2026-10-25T00:00:00Z'), at('2026-10-25T01:00:00Z')]).toEqual([
      '2026-10-24',
      '2026-10-25',
      '2026-10-25',
    ]);
  });

  it('is due once on each day of a year, whatever the zone does', () => {
    const zones = ['Europe/Berlin', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kathmandu'];
    for (const zone of zones) {
      for (const hour of [0, 2, 23]) {
        const days = new Set<string>();
        for (let at = Date.parse('2026-01-02T12:00:00Z'); at < Date.parse('2027-01-02T12:00:00Z'); at += 3_600_000) {
          const found = lastDue(daily(hour), zone, at);
          if (found !== null && found.at > at - 3_600_000) {
            expect(days.has(found.day), `${zone} ${found.day}`).toBe(false);
            days.add(found.day);
          }
        }
        expect(days.size, `${zone} at ${hour}`).toBe(365);
      }
    }
  });
});

it('a report of each week or month is due on its day', () => {
  const weekly: ReportSchedule = { every: 'week', weekday: 1, monthday: 1, hour: 7 };
  const monthly: ReportSchedule = { every: 'month', weekday: 1, monthday: 28, hour: 7 };
  expect(due(weekly, '2026-11-22T12:00:00Z')?.[0]).toBe('2026-11-16');
  expect(due(weekly, '2026-11-23T07:00:00Z')?.[0]).toBe('2026-11-23');
  expect(due(monthly, '2026-03-28T06:59:00Z')?.[0]).toBe('2026-02-28');
  expect(due({ ...monthly, every: 'never' }, '2026-03-28T06:59:00Z')).toBeNull();
});

it.each([
  ['day', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['week', '2026-11-23', '2026-11-16', '2026-11-22'],
  ['month', '2026-03-05', '2026-02-01', '2026-02-28'],
  ['month', '2027-01-28', '2026-12-01', '2026-12-31'],
] as const)('a report of each %s that is sent on %s is of %s to %s', (every, day, from, to) => {
  expect(daysSent({ every }, day)).toEqual({ from, to });
});
