import { expect, it } from 'vitest';
import type { ReportQueries } from '../../main/reports/operations/report-queries.ts';
import { lineOf, mayLag, reportLines } from '../../main/reports/sql/report-queues.ts';

const HOUR_MS = 3_600_000;
const { ofDay, others } = reportLines();
const NAMES = { ofDay: 'of a day', others: 'others' };
const rules = { inTime: [] } as unknown as ReportQueries['period']['input']['rules'];
const inTime = {} as ReportQueries['limits']['input']['inTime'];
const live = { services: [], desks: [], now: 0 };

/** The lines of all reports over a span of so many hours. */
function linesOver(hours: number): Readonly<Record<keyof ReportQueries, string>> {
  const span = { locationId: 'hall', from: 0, until: hours * HOUR_MS };
  const page = { ...span, after: null, limit: 10 };
  return {
    period: lineOf(NAMES, 'period', { ...span, rules }),
    today: lineOf(NAMES, 'today', { ...span, rules, ...live }),
    limits: lineOf(NAMES, 'limits', { ...span, inTime, ...live }),
    past: lineOf(NAMES, 'past', { ...span, rules, today: '2026-11-20' }),
    branches: lineOf(NAMES, 'branches', { locations: ['hall'], now: 0 }),
    older: lineOf(NAMES, 'older', { locationId: 'hall', before: 0 }),
    days: lineOf(NAMES, 'days', { ...span, rules }),
    calls: lineOf(NAMES, 'calls', page),
    tickets: lineOf(NAMES, 'tickets', page),
  };
}

it('puts reports of one day into their own line, and long ones into the other', () => {
  const { branches, older, ...bySpan } = linesOver(25);
  expect(new Set(Object.values(bySpan))).toEqual(new Set(['of a day']));
  expect({ branches, older }).toEqual({ branches: 'of a day', older: 'others' });
  const { branches: _branches, older: _older, ...long } = linesOver(7 * 24);
  expect(new Set(Object.values(long))).toEqual(new Set(['others']));
  expect(ofDay.most).toBeLessThan(others.most);
});

it('has a standby make reports of the past, and none of the present', () => {
  const names = Object.keys(linesOver(1)) as (keyof ReportQueries)[];
  expect(names.filter(mayLag).toSorted()).toEqual(['calls', 'days', 'past', 'period', 'tickets']);
});
