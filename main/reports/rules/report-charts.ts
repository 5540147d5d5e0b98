/** Charts of a report, from the figures of its tables. */
import type { ReportChart } from '../contract/report-document.ts';
import type { PeriodData, TallyView } from '../contract/rest/reports.ts';
import { type Say, shortDayWords } from './report-words.ts';

/** Tickets, waits and share in time of each day. */
export function dayCharts(
  { by_day, issued_counted: counted }: PeriodData,
  say: Say,
  lang: string,
): readonly ReportChart[] {
  const labels = by_day.map(({ day }) => shortDayWords(day, lang));
  const known = (read: (tally: TallyView) => number): readonly (number | null)[] =>
    by_day.map((row) => (row.waiting.count === 0 ? null : read(row)));
  return [
    { title: say('chartVisits'), look: 'bars', kind: 'count', labels, series: visits(by_day, counted, say) },
    {
      title: say('chartWaits'),
      look: 'band',
      kind: 'length',
      labels,
      series: [
        { label: say('waitMedian'), values: known(({ waiting }) => waiting.median) },
        { label: say('waitP90'), values: known(({ waiting }) => waiting.p90) },
      ],
    },
    {
      title: say('inTime'),
      look: 'bars',
      kind: 'share',
      labels,
      series: [{ label: say('inTime'), values: known(({ in_time, waiting }) => in_time / waiting.count) }],
    },
  ];
}

/** Tickets of each hour between the first and the last one in use. */
export function hourCharts({ by_hour, issued_counted: counted }: PeriodData, say: Say): readonly ReportChart[] {
  const used = by_hour.filter(({ issued, calls }) => issued + calls > 0);
  const [first, last] = [used[0]?.hour, used.at(-1)?.hour];
  if (first === undefined || last === undefined) return [];
  const rows = by_hour.filter(({ hour }) => hour >= first && hour <= last);
  const labels = rows.map(({ hour }) => String(hour));
  return [{ title: say('chartVisits'), look: 'bars', kind: 'count', labels, series: visits(rows, counted, say) }];
}

function visits(rows: readonly TallyView[], counted: boolean, say: Say): ReportChart['series'] {
  const series = (key: 'issued' | 'served' | 'no_shows') => ({ label: say(key), values: rows.map((row) => row[key]) });
  return [...(counted ? [series('issued')] : []), series('served'), series('no_shows')];
}
