/** Key figures of today: change against a week before, waits that grow, and a missing comparison. */
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { ERRNO } from '../../main/lib/result.ts';
import type { TallyView, TodayAnswer } from '../../main/reports/contract/rest/reports.ts';
import { type OpenOffice, openOffice, siteAnswers } from './open-office.ts';
import { NO_TIME, period, tally } from './report-figures.ts';

const SITE = { locations: [{ id: 'hall', name: 'Hall', timezone: 'Europe/Lisbon' }] };
const DAY = '2026-11-20';
const WEEK_BEFORE = '2026-11-13';
const mean = (seconds: number) => ({ ...NO_TIME, count: 10, mean: seconds });

const NOW = tally({ issued: 60, served: 44, no_shows: 3, calls: 50, waiting: mean(600) });
const BEFORE = tally({ issued: 50, served: 40, no_shows: 2, calls: 44, waiting: mean(1_200) });

/** Requests for the week before. */
const asked: Readonly<Record<string, unknown>>[] = [];
beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:15:30Z') });
  onTestFinished(() => void vi.useRealTimers());
});

interface Wish {
  readonly now?: Partial<TodayAnswer['now']>;
  /** Null: the server refuses. */
  readonly before: TallyView | null;
}

async function openToday({ now = {}, before }: Wish): Promise<OpenOffice> {
  const today: TodayAnswer = {
    success: true,
    location: 'hall',
    timezone: 'Europe/Lisbon',
    day: DAY,
    at: '2026-11-20T10:15:30Z',
    now: { waiting: 7, average_wait: 300, longest_wait: 600, desks_serving: 2, desks_open: 3, ...now },
    total: NOW,
    by_service: [],
    by_desk: [],
    by_hour: [],
  };
  const office = await openOffice(
    {
      ...siteAnswers(SITE),
      'v2/reports/today': () => today,
      'v2/reports/period': (query) => {
        asked.push(query);
        return before === null
          ? { success: false, errno: ERRNO.unknown }
          : period({ location: 'hall', from: WEEK_BEFORE, to: WEEK_BEFORE, total: before });
      },
    },
    '#/today',
    'today',
  );
  await vi.waitFor(() => expect(figures(office).length).toBeGreaterThan(0));
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  return office;
}
/** Label, value and change of each tile. */
const figures = ({ page }: OpenOffice): readonly string[] =>
  [...page.querySelectorAll('.figure')].map((tile) =>
    [...tile.querySelectorAll('dt, .figure-value, .figure-more, .figure-change')]
      .map(({ textContent }) => textContent?.trim())
      .join(' | '),
  );
const looks = ({ page }: OpenOffice): readonly (string | undefined)[] =>
  [...page.querySelectorAll<HTMLElement>('.figure')].map(({ dataset }) => dataset.look);

it('compares the day with the same weekday a week before, up to the present time of the location', async () => {
  const office = await openToday({ before: BEFORE });
  await vi.waitFor(() => expect(office.page.querySelector('.figure-change')).not.toBeNull());
  expect(asked).toEqual([
    expect.objectContaining({ location: 'hall', from: WEEK_BEFORE, to: WEEK_BEFORE, until: '10:15' }),
  ]);
  expect(figures(office)).toEqual([
    'Waiting | 7',
    'Longest wait | 10 min',
    'Average wait | 5 min',
    'Average wait today | 10 min | -50% before: 20 min',
    'Tickets | 60 | +20% before: 50',
    'Served | 44 | +10% before: 40',
    'No-shows | 3 | +50% before: 2',
    'Desks serving | 2 | 3 open',
  ]);
  const judged = [...office.page.querySelectorAll<HTMLElement>('.figure-change')].map(({ dataset }) => dataset.judged);
  expect(judged).toEqual(['better', 'neither', 'better', 'worse']);
  expect(office.page.querySelector('.figures-note')?.textContent).toContain('10:15');
});

it('compares with nothing without visitors a week before', async () => {
  const office = await openToday({ before: tally() });
  expect(office.page.querySelector('.figure-change')).toBeNull();
  expect(office.page.querySelector('.figures-note')).toBeNull();
});

it('shows the figures of today if the week before cannot be read', async () => {
  const office = await openToday({ before: null });
  expect(figures(office)[0]).toBe('Waiting | 7');
  expect(office.page.querySelector('.figure-change')).toBeNull();
});

it('lets the waits of waiting visitors grow, and highlights the longest one from half an hour', async () => {
  const office = await openToday({ now: { longest_wait: 1_745 }, before: BEFORE });
  expect(looks(office)[1]).toBe('plain');
  vi.setSystemTime(new Date('2026-11-20T10:16:30Z'));
  await vi.waitFor(() => expect(looks(office)[1]).toBe('attention'), { timeout: 5_000 });
  expect(figures(office).slice(1, 4)).toEqual([
    'Longest wait | 30 min',
    'Average wait | 6 min',
    expect.stringMatching(/^Average wait today \| 10 min/),
  ]);
});

it('shows no wait while the queue is empty', async () => {
  const office = await openToday({ now: { waiting: 0, longest_wait: 0, average_wait: 0 }, before: BEFORE });
  expect(figures(office).slice(0, 3)).toEqual(['Waiting | 0', 'Longest wait | –', 'Average wait | –']);
});
