/** Report of locations over days, as translated tables. */

import { languageTag } from '../../lib/language.ts';
import { serverText } from '../../lib/server-texts.ts';
import { writingDirection } from '../../lib/writing-direction.ts';
import { occupancyOf } from '../contract/occupancy.ts';
import type {
  ReportCell,
  ReportColumn,
  ReportDocument,
  ReportPart,
  ReportSection,
  ReportTable,
} from '../contract/report-document.ts';
import type { PeriodData, TallyView } from '../contract/rest/reports.ts';
import { dayCharts, hourCharts } from './report-charts.ts';
import { dayWords, type Say } from './report-words.ts';
import type { DayForecast } from './visitor-forecast.ts';

export interface ReportedLocation {
  readonly name: string;
  readonly period: PeriodData;
  /** Null: not requested. */
  readonly forecast: DayForecast | null;
}

export interface ReportOrder {
  /** Empty: the default title. */
  readonly title: string;
  readonly lang: string;
  readonly parts: readonly ReportPart[];
  /** Base64 of a PNG; empty or absent: none. */
  readonly logo?: string;
}

/** A report that grows location by location, and only keeps what it shows. */
export interface OpenReport {
  add(location: ReportedLocation): void;
  /** Rows of all tables so far. */
  rows(): number;
  document(): ReportDocument;
}

/** A column with the accessor of its figure. */
interface Figure extends ReportColumn {
  readonly of: (tally: TallyView) => ReportCell;
}

/** Data for the comparison of locations. */
type Compared = TallyView & { readonly name: string; readonly counted: boolean };

export function openReport({ title, lang, parts, logo = '' }: ReportOrder): OpenReport {
  const say: Say = (key, values) => serverText(lang, 'report', key, values);
  const sections: ReportSection[] = [];
  const totals: Compared[] = [];
  let subtitle = '';
  let rows = 0;
  return {
    add(location) {
      const { name, period } = location;
      if (sections.length === 0) subtitle = spanWords(period, say, lang);
      const tables = [...new Set(parts)].flatMap((part) => tableOf(part, location, say, lang));
      for (const table of tables) rows += table.rows.length;
      sections.push({ title: name, tables });
      totals.push({ ...period.total, name, counted: period.issued_counted });
    },
    rows: () => rows,
    document: () => ({
      lang,
      title: title === '' ? say('title') : title,
      place: placeWords(
        totals.map(({ name }) => name),
        say,
        lang,
      ),
      logo,
      subtitle,
      sections: [
        ...(totals.length < 2 ? [] : [{ title: say('allLocations'), tables: [compared(totals, say)] }]),
        ...sections,
      ],
      locationWord: say('location'),
      nothing: say('nothing'),
    }),
  };
}

/** Maximum locations in the headline by name. */
const MAX_NAMED = 3;

function placeWords(names: readonly string[], say: Say, lang: string): string {
  if (names.length > MAX_NAMED) return say('places', { count: names.length });
  return new Intl.ListFormat(languageTag(lang), { type: 'conjunction' }).format(names);
}

function spanWords({ from, to, timezone }: PeriodData, say: Say, lang: string): string {
  const days = from === to ? dayWords(from, lang) : say('span', { from: dayWords(from, lang), to: dayWords(to, lang) });
  // A name such as Europe/Lisbon keeps its own direction.
  return say('zone', { days, zone: writingDirection(lang) === 'rtl' ? `\u2066${timezone}\u2069` : timezone });
}

function figures(say: Say): Readonly<Record<string, Figure>> {
  const count = (
    key: 'issued' | 'served' | 'no_shows' | 'never_called' | 'calls' | 'transferred' | 'paused',
  ): Figure => ({
    label: say(key),
    kind: 'count',
    of: (tally) => tally[key],
  });
  const length = (label: string, time: 'waiting' | 'service', figure: 'mean' | 'median' | 'p90' | 'max'): Figure => ({
    label,
    kind: 'length',
    of: (tally) => (tally[time].count === 0 ? null : tally[time][figure]),
  });
  const share = (label: string, key: 'served' | 'no_shows' | 'transferred' | 'paused'): Figure => ({
    label,
    kind: 'share',
    of: (tally) => (tally.calls === 0 ? null : tally[key] / tally.calls),
  });
  return {
    issued: count('issued'),
    neverCalled: count('never_called'),
    calls: count('calls'),
    served: count('served'),
    missed: count('no_shows'),
    transferred: count('transferred'),
    paused: count('paused'),
    waitMean: length(say('waitMean'), 'waiting', 'mean'),
    waitMedian: length(say('waitMedian'), 'waiting', 'median'),
    waitP90: length(say('waitP90'), 'waiting', 'p90'),
    serviceMean: length(say('serviceMean'), 'service', 'mean'),
    inTime: {
      label: say('inTime'),
      kind: 'share',
      of: ({ in_time, waiting }) => (waiting.count === 0 ? null : in_time / waiting.count),
    },
    servedShare: share(say('servedShare'), 'served'),
    missedShare: share(say('missedShare'), 'no_shows'),
    transferredShare: share(say('transferredShare'), 'transferred'),
    pausedShare: share(say('pausedShare'), 'paused'),
  };
}

/** Figures of each table. */
const FIGURES_OF = {
  overview: ['issued', 'served', 'missed', 'neverCalled', 'waitMedian', 'waitP90', 'serviceMean', 'inTime'],
  locations: ['issued', 'served', 'missed', 'waitMean', 'waitP90', 'serviceMean', 'inTime'],
  days: ['issued', 'served', 'missed', 'waitMean', 'waitP90', 'serviceMean', 'inTime'],
  services: ['issued', 'served', 'missed', 'waitMean', 'waitP90', 'serviceMean', 'inTime'],
  desks: ['calls', 'served', 'missed', 'waitMean', 'serviceMean'],
  users: ['calls', 'served', 'missed', 'transferred', 'waitMean', 'serviceMean'],
  hours: ['issued', 'calls', 'served', 'waitMean', 'waitP90'],
  outcomes: ['calls', 'servedShare', 'missedShare', 'transferredShare', 'pausedShare'],
} as const;

function tallyTable<Row extends TallyView>(
  say: Say,
  part: keyof typeof FIGURES_OF,
  { title, lead, note = '' }: { readonly title: string; readonly lead: string; readonly note?: string },
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  counted = true,
): ReportTable {
  const all = figures(say);
  const shown = FIGURES_OF[part]
    // With a filter on desks or users, issued tickets are unknown.
    .filter((name) => counted || (name !== 'issued' && name !== 'neverCalled'))
    .flatMap((name) => all[name] ?? []);
  const named = lead !== '';
  return {
    part,
    title,
    columns: [
      ...(named ? [{ label: lead, kind: 'text' as const }] : []),
      ...shown.map(({ label, kind }) => ({ label, kind })),
    ],
    rows: rows.map((row) => [...(named ? [nameOf(row)] : []), ...shown.map(({ of }) => of(row))]),
    note,
  };
}

function tableOf(
  part: ReportPart,
  { period, forecast }: ReportedLocation,
  say: Say,
  lang: string,
): readonly ReportTable[] {
  const { issued_counted: counted } = period;
  const name = ({ id, name: known }: { readonly id: string; readonly name: string }): string =>
    known || id || say('nobody');
  switch (part) {
    case 'overview':
      return [tallyTable(say, part, { title: say('overview'), lead: '' }, [period.total], () => '', counted)];
    case 'days':
      if (period.by_day.length < 2) return [];
      return [
        {
          ...tallyTable(
            say,
            part,
            { title: say('byDay'), lead: say('day') },
            period.by_day,
            ({ day }) => dayWords(day, lang),
            counted,
          ),
          charts: dayCharts(period, say, lang),
        },
      ];
    case 'services':
      return [
        tallyTable(say, part, { title: say('byService'), lead: say('service') }, period.by_service, name, counted),
      ];
    case 'desks':
      return [tallyTable(say, part, { title: say('byDesk'), lead: say('desk') }, period.by_desk, name)];
    case 'users':
      return [tallyTable(say, part, { title: say('byUser'), lead: say('user') }, period.by_user, name)];
    case 'outcomes':
      return [
        tallyTable(
          say,
          part,
          { title: say('outcomes'), lead: say('service'), note: say('outcomesNote') },
          period.by_service.filter(({ calls }) => calls > 0),
          name,
        ),
      ];
    case 'hours':
      return [
        {
          ...tallyTable(
            say,
            part,
            { title: say('byHour'), lead: say('hour') },
            period.by_hour.filter(({ issued, calls }) => issued + calls > 0),
            ({ hour }) => hourWords(hour),
            counted,
          ),
          charts: hourCharts(period, say),
        },
      ];
    case 'noted':
      return [notedTable(period, say)];
    case 'breaks':
      return [breaksTable(period, say)];
    case 'staffing':
      return [staffingTable(period, say)];
    case 'occupancy':
      return [occupancyTable(period, say)];
    case 'transfers':
      return [transfersTable(period, say)];
    case 'forecast':
      return forecast === null ? [] : [forecastTable(forecast, say, lang)];
  }
}

function notedTable({ by_outcome }: PeriodData, say: Say): ReportTable {
  return {
    part: 'noted',
    title: say('noted'),
    columns: [
      { label: say('service'), kind: 'text' },
      { label: say('noted_what'), kind: 'text' },
      { label: say('user'), kind: 'text' },
      { label: say('noted_visits'), kind: 'count' },
      { label: say('noted_count'), kind: 'count' },
    ],
    rows: by_outcome.map((row) => [
      row.service || row.service_id,
      row.name || row.code,
      row.user || row.user_id || say('nobody'),
      row.calls,
      row.count,
    ]),
    note: '',
  };
}

function breaksTable({ by_break }: PeriodData, say: Say): ReportTable {
  return {
    part: 'breaks',
    title: say('breaks'),
    columns: [
      { label: say('user'), kind: 'text' },
      { label: say('breaks_reason'), kind: 'text' },
      { label: say('breaks_count'), kind: 'count' },
      { label: say('breaks_time'), kind: 'length' },
    ],
    rows: by_break.map((row) => [
      row.user || row.user_id || say('nobody'),
      row.reason || row.reason_id,
      row.breaks,
      row.seconds,
    ]),
    note: '',
  };
}

function staffingTable(
  { staffing_by_hour, by_hour, days_used: days, issued_counted: counted }: PeriodData,
  say: Say,
): ReportTable {
  const ofDay = (sum: number): number => (days === 0 ? 0 : Math.round((sum / days) * 10) / 10);
  const rows = staffing_by_hour.flatMap(({ hour, desk_hours, service_seconds }) => {
    const { issued = 0, calls = 0 } = by_hour[hour] ?? {};
    if (issued + calls === 0) return [];
    return [
      [hourWords(hour), ...(counted ? [ofDay(issued)] : []), ofDay(calls), ofDay(desk_hours), ofDay(service_seconds)],
    ];
  });
  return {
    part: 'staffing',
    title: say('staffing'),
    columns: [
      { label: say('hour'), kind: 'text' },
      ...(counted ? [{ label: say('issued'), kind: 'count' as const }] : []),
      { label: say('calls'), kind: 'count' },
      { label: say('desksOpen'), kind: 'count' },
      { label: say('serviceTime'), kind: 'length' },
    ],
    rows,
    note: say('staffingNote', { count: days }),
  };
}

function occupancyTable({ staffing_by_desk }: PeriodData, say: Say): ReportTable {
  return {
    part: 'occupancy',
    title: say('occupancy'),
    columns: [
      { label: say('desk'), kind: 'text' },
      { label: say('occupancy'), kind: 'share' },
      { label: say('hoursUsed'), kind: 'count' },
      { label: say('serviceTime'), kind: 'length' },
    ],
    rows: staffing_by_desk.map((desk) => [
      desk.name || desk.id,
      occupancyOf(desk),
      desk.desk_hours,
      desk.service_seconds,
    ]),
    note: say('occupancyNote'),
  };
}

function transfersTable({ by_transfer }: PeriodData, say: Say): ReportTable {
  const all = by_transfer.reduce((sum, { transfers }) => sum + transfers, 0);
  return {
    part: 'transfers',
    title: say('transfers'),
    columns: [
      { label: say('transferFrom'), kind: 'text' },
      { label: say('transferTo'), kind: 'text' },
      { label: say('transfers'), kind: 'count' },
      { label: say('share'), kind: 'share' },
    ],
    rows: by_transfer.map((row) => [row.from || row.from_id, row.to || row.to_id, row.transfers, row.transfers / all]),
    note: '',
  };
}

const hourWords = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

function forecastTable({ day, closed, days, hours }: DayForecast, say: Say, lang: string): ReportTable {
  return {
    part: 'forecast',
    title: say('forecast', { day: dayWords(day, lang) }),
    columns: [
      { label: say('hour'), kind: 'text' },
      { label: say('expected'), kind: 'count' },
    ],
    rows: hours.flatMap((expected, hour) => (expected === 0 ? [] : [[hourWords(hour), expected]])),
    note: closed ? say('forecastClosed') : say('forecastNote', { count: days }),
  };
}

function compared(rows: readonly Compared[], say: Say): ReportTable {
  const counted = rows.every((row) => row.counted);
  return tallyTable(
    say,
    'locations',
    { title: say('byLocation'), lead: say('location') },
    rows,
    ({ name }) => name,
    counted,
  );
}
