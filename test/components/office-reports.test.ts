/** Reports of the back office: changes, charts with their tables, comparison of locations, wall view. */
import { expect, it, vi } from 'vitest';
import type { PeriodAnswer } from '../../main/reports/contract/rest/reports.ts';
import { cardsIn } from '../../renderer/admin/branches/wall-screen.tsx';
import { trendOf } from '../../renderer/admin/parts/kpi-tile.tsx';
import { daysBefore } from '../../renderer/admin/reports/spans.ts';
import { manyBranches } from '../helpers/many-branches.ts';
import { type Answers, type OpenOffice, openOffice, siteAnswers } from './open-office.ts';
import { NO_TIME, period, tally } from './report-figures.ts';

const waiting = (median: number, p90: number) => ({
  ...NO_TIME,
  count: 10,
  mean: median,
  median,
  p90,
  p95: p90,
  max: p90,
});
const hours = <Value>(value: (hour: number) => Value): Value[] => Array.from({ length: 24 }, (_, hour) => value(hour));

/** Monday and Tuesday, open from 9 to 11; Tuesday is empty. */
function twoDays(change: Partial<PeriodAnswer>): PeriodAnswer {
  return period({
    by_transfer: [{ from_id: 'a', from: 'Passports', to_id: 'b', to: 'Taxes', transfers: 3 }],
    staffing_by_hour: hours((hour) => ({
      hour,
      desk_hours: hour === 9 ? 2 : 0,
      service_seconds: hour === 9 ? 3_600 : 0,
    })),
    staffing_by_desk: [{ id: 'd', name: 'Desk 1', desk_hours: 2, service_seconds: 3_600 }],
    by_hour: hours((hour) => ({ hour, ...tally(hour === 9 ? { issued: 30, calls: 30 } : {}) })),
    by_day: [
      { day: '2026-11-16', ...tally({ issued: 60, in_time: 8, waiting: waiting(300, 5_640) }) },
      { day: '2026-11-17', ...tally() },
    ],
    issued_by_weekday_and_hour: Array.from({ length: 7 }, (_, day) =>
      hours((hour) => (day === 0 && hour === 9 ? 60 : 0)),
    ),
    open_by_weekday_and_hour: Array.from({ length: 7 }, (_, day) => hours((hour) => day < 2 && hour >= 9 && hour < 11)),
    ...change,
  });
}

const NOW = tally({
  issued: 60,
  never_called: 3,
  calls: 57,
  served: 50,
  no_shows: 3,
  in_time: 8,
  waiting: waiting(300, 5_640),
});
const BEFORE = tally({
  issued: 50,
  never_called: 10,
  calls: 40,
  served: 40,
  no_shows: 5,
  in_time: 4,
  waiting: waiting(600, 900),
});

const asked: Readonly<Record<string, unknown>>[] = [];
const ANSWERS: Answers = {
  ...siteAnswers(manyBranches(3)),
  'v2/reports/period': (query) => {
    asked.push(query);
    const isBefore = query.from === '2026-11-09';
    return twoDays({ from: String(query.from), to: String(query.to), total: isBefore ? BEFORE : NOW });
  },
};
const ADDRESS = '#/reports?from=2026-11-16&to=2026-11-17';

const figures = ({ page }: OpenOffice): readonly string[] =>
  [...page.querySelectorAll('.figure')].map(({ textContent }) => textContent ?? '');

async function openReport(): Promise<OpenOffice> {
  asked.length = 0;
  const office = await openOffice(ANSWERS, ADDRESS, 'reports');
  await vi.waitFor(() => expect(office.page.querySelector('.heat')).not.toBeNull(), { timeout: 20_000 });
  await vi.waitFor(() => expect(office.page.querySelector('.figure-change')).not.toBeNull());
  return office;
}

/** Rows of the table behind a chart. */
async function tableOf({ page }: OpenOffice, title: string): Promise<readonly string[]> {
  const chart = [...page.querySelectorAll('figure')].find((each) => each.querySelector('h2')?.textContent === title);
  chart?.querySelector<HTMLButtonElement>('.chart-switch')?.click();
  await vi.waitFor(() => expect(chart?.querySelector('tbody')).not.toBeNull());
  return [...(chart?.querySelectorAll('tbody tr') ?? [])].map((row) =>
    [...row.children].map(({ textContent }) => textContent).join(' | '),
  );
}

it('shows each key figure with its change against the same weekdays of the week before', async () => {
  const office = await openReport();
  expect(asked.map(({ from, to }) => [from, to])).toEqual([
    ['2026-11-16', '2026-11-17'],
    ['2026-11-09', '2026-11-10'],
  ]);
  expect(figures(office)).toEqual([
    'Tickets60+20% before: 50',
    'Served500 transferred+25% before: 40',
    'Left or no-show10%3 never called · No-shows: 3 before: 30%',
    'Called within 15 min80% before: 40%',
    'Median wait5 min90 % under 1 h 34 · 95 % under 1 h 34 · longest 1 h 34-50% before: 10 min',
    'Median service time–',
  ]);
  const judged = [...office.page.querySelectorAll<HTMLElement>('.figure-change')].map(({ dataset }) => dataset.judged);
  expect(judged).toEqual(['neither', 'better', 'better', 'better', 'better']);
  expect(office.page.querySelector('.figures-note')?.textContent).toMatch(/Monday,? 9 November 2026 to Tuesday/);
});

it('has a table behind each chart, with days without visitors as unknown', async () => {
  const office = await openReport();
  expect(await tableOf(office, 'Wait by day')).toEqual(
    ['Mon 16 Nov | 5 min | 1 h 34', 'Tue 17 Nov | – | –'].map((row) =>
      expect.stringMatching(new RegExp(row.replace(/^(\w+) /, '$1,? ').replaceAll('|', '\\|'))),
    ),
  );
  const inTime = await tableOf(office, 'Called within 15 min');
  expect(inTime.map((row) => row.split(' | ')[1])).toEqual(['80%', '–']);
  // 30 tickets of an average day take a minute each.
  expect(await tableOf(office, 'Desks needed and open by hour')).toEqual(['9:00 | 0.5 | 2 | 30', '10:00 | 0 | 0 | 0']);
});

it('marks closed hours in the heat map, and leaves out hours that are always closed', async () => {
  const { page } = await openReport();
  const heads = [...page.querySelectorAll('.heat thead th')].map(({ textContent }) => textContent);
  expect(heads).toEqual(['9', '10']);
  const rows = [...page.querySelectorAll('.heat tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent),
  );
  expect(rows.slice(0, 3)).toEqual([
    ['60', '0'],
    ['0', '0'],
    ['Closed', 'Closed'],
  ]);
});

it('lists desk occupancy, and transfers with their share', async () => {
  const { page } = await openReport();
  const texts = [...page.querySelectorAll('.table tbody tr')].map(({ textContent }) => textContent);
  expect(texts).toContain('Desk 150%21 h');
  expect(texts).toContain('PassportsTaxes3100%');
});

it.each([
  ['2026-11-20', '2026-11-20', '2026-11-13', '2026-11-13'],
  ['2026-11-16', '2026-11-20', '2026-11-09', '2026-11-13'],
  ['2026-11-14', '2026-11-20', '2026-11-07', '2026-11-13'],
  ['2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
  ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['2026-10-22', '2026-11-20', '2026-09-17', '2026-10-16'],
  ['2026-01-01', '2026-11-20', '2025-01-02', '2025-11-21'],
])('compares %s to %s with %s to %s', (from, to, first, last) => {
  expect(daysBefore({ from, to })).toEqual({ from: first, to: last });
});

it.each([
  [12, 10, 'more', 'up', 'better'],
  [12, 10, 'less', 'up', 'worse'],
  [8, 10, 'less', 'down', 'better'],
  [8, 10, 'neither', 'down', 'neither'],
  [1_004, 1_000, 'more', 'level', 'neither'],
  [0, 0, 'more', 'level', 'neither'],
  [1, 0, 'more', 'up', 'better'],
] as const)('judges %d after %d, where %s is better: %s, %s', (now, before, better, direction, judged) => {
  expect(trendOf({ now, before, better })).toEqual({ direction, judged });
});

const branches = manyBranches(30);
const compared = ({ id, name }: { readonly id: string; readonly name: string }, wait: number) => {
  const now = { issued: 10, served: 9, no_shows: 1, in_time: 3, waiting_count: wait < 0 ? 0 : 4 };
  const totals = { ...now, waiting_mean: wait, waiting_p90: wait, service_mean: 60 };
  const days = { from: '2026-11-14', to: '2026-11-20', before_from: '2026-11-07', before_to: '2026-11-13' };
  return { id, name, ...days, now: totals, before: totals };
};
const COMPARED: Answers = {
  ...siteAnswers(branches),
  'v2/reports/comparison': ({ locations }) => ({
    success: true,
    branches: branches.locations
      .filter(({ id }) => (locations as readonly string[]).includes(id))
      .map((one) =>
        compared(one, one.id === branches.locations[28]?.id ? 5_640 : one.id === branches.locations[2]?.id ? -1 : 60),
      ),
  }),
};

it('compares all locations, the longest waits first, with region and share in time', async () => {
  const { page } = await openOffice(COMPARED, '#/branches', 'branches');
  const button = await vi.waitFor(() => {
    const found = [...page.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Compare 30 locations',
    );
    if (found === undefined) throw new Error('There is no button.');
    return found;
  });
  button.click();
  await vi.waitFor(() => expect(page.querySelectorAll('table')[1]?.querySelectorAll('tbody tr')).toHaveLength(30));
  const rows = [...(page.querySelectorAll('table')[1]?.querySelectorAll('tbody tr') ?? [])].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(rows[0]?.[0]).toBe(branches.locations[28]?.name);
  expect(rows[0]).toContain('1 h 34');
  expect(rows[0]).toContain('75%');
  expect(rows[0]?.[1]).toBe(branches.locations[28]?.region);
  expect(rows.at(-1)?.[0]).toBe(branches.locations[2]?.name);
});

it('fills the wall with the worst locations, without controls, and leaves on Escape', async () => {
  const office = await openOffice(siteAnswers(manyBranches(300)), '#/wall', 'wall');
  await vi.waitFor(() => expect(office.page.querySelectorAll('.wall-branch').length).toBeGreaterThan(0));
  expect(office.page.querySelectorAll('a, button, input, select, nav')).toHaveLength(0);
  expect(office.page.querySelector('.wall-totals')?.textContent).toContain('5,650');
  expect(office.page.querySelector('.wall-more')?.textContent).toBe('and 288 more locations');
  const before = office.read.filter(({ path }) => path === 'v2/reports/locations').length;
  await vi.waitFor(
    () => expect(office.read.filter(({ path }) => path === 'v2/reports/locations').length).toBeGreaterThan(before),
    { timeout: 8_000 },
  );
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  await vi.waitFor(() => expect(office.page.querySelector('[data-screen="branches"]')).not.toBeNull());
});

it.each([
  [1_920, 800, 24, 12],
  [3_840, 1_800, 48, 16],
  [360, 700, 16, Number.POSITIVE_INFINITY],
  [700, 10, 16, 2],
])('fits into %d × %d pixels at %d px: %d cards', (width, height, font, count) => {
  expect(cardsIn(width, height, font)).toBe(count);
});
