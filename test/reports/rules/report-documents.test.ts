/** The forecast of a day, and reports as documents, against figures that were worked out by hand. */
import { describe, expect, it } from 'vitest';
import { createPeriodReport, NO_TARGETS } from '../../../main/queue/rules/day/period.ts';
import type { ReportPart } from '../../../main/reports/contract/report-document.ts';
import { REPORT_PARTS } from '../../../main/reports/contract/report-document.ts';
import type { PeriodData, TallyView } from '../../../main/reports/contract/rest/reports.ts';
import { openReport, type ReportedLocation, type ReportOrder } from '../../../main/reports/rules/report-document.ts';
import { cellWords } from '../../../main/reports/rules/report-words.ts';
import { forecastOf, forecastSpan } from '../../../main/reports/rules/visitor-forecast.ts';
import { sheetsOf } from '../../../main/reports/service/spreadsheet.ts';

const NO_TIME = { count: 0, mean: 0, median: 0, p90: 0, p95: 0, max: 0 };
const tally = (change: Partial<TallyView> = {}): TallyView => ({
  issued: 0,
  never_called: 0,
  calls: 0,
  served: 0,
  no_shows: 0,
  paused: 0,
  transferred: 0,
  in_time: 0,
  waiting: NO_TIME,
  service: NO_TIME,
  ...change,
});

function makeReport({ locations, ...order }: ReportOrder & { readonly locations: readonly ReportedLocation[] }) {
  const report = openReport(order);
  for (const location of locations) report.add(location);
  return report.document();
}

const ALWAYS: readonly boolean[] = Array.from({ length: 24 }, () => true);

describe('the forecast of a day', () => {
  /** Tickets of past days: day, hour, how many. Lisbon, winter. */
  function past(tickets: readonly (readonly [string, number, number])[]) {
    const rules = { services: [], desks: [], users: [], from: '2026-09-28', to: '2026-11-22' };
    const dayRules = [{ since: 0, zone: 'UTC', resetTime: '00:00', firstDay: '' }];
    const report = createPeriodReport({ ...rules, dayRules, targets: NO_TARGETS });
    for (const [day, hour, count] of tickets) {
      const at = Date.parse(`${day}T${String(hour).padStart(2, '0')}:30:00Z`);
      for (let each = 0; each < count; each += 1) report.addTicket({ serviceId: 'passports', issuedAt: at });
    }
    return report.figures();
  }

  it('is the average of the same weekdays on which anybody came, hour by hour', () => {
    // Mondays: 9 November was a holiday. Tuesday has nothing to do with it.
    const figures = past([
      ['2026-11-02', 9, 10],
      ['2026-11-02', 10, 3],
      ['2026-11-16', 9, 5],
      ['2026-10-26', 9, 6],
      ['2026-11-17', 9, 90],
    ]);
    const forecast = forecastOf('2026-11-23', figures, ALWAYS);
    expect([forecast.weekday, forecast.days, forecast.total]).toEqual([1, 3, 8]);
    expect(forecast.hours).toHaveLength(24);
    expect([forecast.hours[8], forecast.hours[9], forecast.hours[10]]).toEqual([0, 7, 1]);
  });

  it('is empty without visitors on that weekday', () => {
    expect(forecastOf('2026-11-22', past([['2026-11-16', 9, 5]]), ALWAYS)).toMatchObject({
      weekday: 7,
      days: 0,
      total: 0,
    });
  });

  it('expects no visitors in closed hours or on closed days', () => {
    const figures = past([
      ['2026-11-02', 9, 10],
      ['2026-11-16', 9, 6],
      ['2026-11-16', 15, 4],
    ]);
    const morning = ALWAYS.map((_open, hour) => hour < 12);
    const forecast = forecastOf('2026-11-23', figures, morning);
    expect([forecast.closed, forecast.total, forecast.hours[9], forecast.hours[15]]).toEqual([false, 8, 8, 0]);
    const never = ALWAYS.map(() => false);
    expect(forecastOf('2026-11-23', figures, never)).toMatchObject({ closed: true, days: 2, total: 0 });
  });

  it('uses the previous eight weeks, without the current day', () => {
    expect(forecastSpan('2026-11-24', '2026-11-23')).toEqual({ from: '2026-09-29', to: '2026-11-22' });
  });
});

describe('a report as a document', () => {
  const period = (name: string, change: Partial<PeriodData> = {}): PeriodData => ({
    success: true,
    location: name,
    timezone: 'Europe/Lisbon',
    from: '2026-11-16',
    to: '2026-11-17',
    issued_counted: true,
    target_minutes: 15,
    days_used: 2,
    by_outcome: [],
    by_break: [],
    by_transfer: [
      { from_id: 'a', from: 'Passports', to_id: 'b', to: '', transfers: 3 },
      { from_id: 'b', from: 'Taxes', to_id: 'a', to: 'Passports', transfers: 1 },
    ],
    staffing_by_hour: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      desk_hours: hour === 9 ? 3 : 0,
      service_seconds: hour === 9 ? 3_600 : 0,
    })),
    staffing_by_desk: [{ id: 'd', name: 'Desk 1', desk_hours: 3, service_seconds: 8_100 }],
    total: tally({
      issued: 12,
      served: 8,
      calls: 10,
      no_shows: 2,
      in_time: 7,
      waiting: { ...NO_TIME, count: 10, mean: 125, p90: 600 },
    }),
    by_service: [
      {
        id: 'passports',
        name: 'Passports',
        target_minutes: 15,
        ...tally({ calls: 8, served: 6, no_shows: 1, transferred: 1 }),
      },
      { id: 'gone', name: '', target_minutes: 15, ...tally({ issued: 2 }) },
    ],
    by_desk: [],
    by_user: [{ id: 'ana', name: 'Ana Silva', ...tally({ calls: 8, served: 6, no_shows: 1, transferred: 1 }) }],
    by_hour: Array.from({ length: 24 }, (_, hour) => ({ hour, ...tally(hour === 9 ? { issued: 12, calls: 10 } : {}) })),
    by_weekday: [],
    by_day: [
      { day: '2026-11-16', ...tally({ issued: 7 }) },
      { day: '2026-11-17', ...tally({ issued: 5 }) },
    ],
    issued_by_weekday_and_hour: [],
    ...change,
  });
  const forecast = {
    day: '2026-11-18',
    weekday: 3,
    closed: false,
    days: 4,
    hours: [0, 2.5, ...Array<number>(22).fill(0)],
    total: 2.5,
  };
  const report = (lang: string, parts: readonly ReportPart[], names = ['Town Hall']) =>
    makeReport({ title: '', lang, parts, locations: names.map((name) => ({ name, period: period(name), forecast })) });
  it('explains on paper and in a spreadsheet why no visitors are expected', () => {
    const closed = { ...forecast, closed: true, hours: Array<number>(24).fill(0), total: 0 };
    const locations = [{ name: 'Town Hall', period: period('Town Hall'), forecast: closed }];
    const document = makeReport({ title: '', lang: 'pt', parts: ['forecast'], locations });
    const note = 'Fechado nesse dia: não se espera ninguém.';
    expect(document.sections[0]?.tables[0]).toMatchObject({ rows: [], note });
    expect(sheetsOf(document)[0]?.rows).toEqual([[note, null]]);
  });
  const shown = (part: ReportPart, lang = 'en') => {
    const table = report(lang, [part]).sections[0]?.tables[0];
    return [
      table?.columns.map(({ label }) => label),
      ...(table?.rows ?? []).map((row) =>
        row.map((cell, at) => cellWords(table?.columns[at]?.kind ?? 'text', cell, lang)),
      ),
    ];
  };

  it('has a table for each part that was asked for, in that order', () => {
    const { sections, title, subtitle } = report('en', [...REPORT_PARTS]);
    expect([title, subtitle]).toEqual(['Report', 'Mon, 16 Nov 2026 to Tue, 17 Nov 2026 (Europe/Lisbon)']);
    expect(sections.map((section) => section.tables.map(({ part }) => part))).toEqual([[...REPORT_PARTS]]);
    expect(shown('users')).toEqual([
      ['User', 'Calls', 'Served', 'No-shows', 'Transferred', 'Average wait', 'Average service time'],
      ['Ana Silva', '8', '6', '1', '1', '–', '–'],
    ]);
    expect(shown('outcomes')).toEqual([
      ['Service', 'Calls', 'Served', 'No-shows', 'Transferred', 'Paused'],
      ['Passports', '8', '75%', '12.5%', '12.5%', '0%'],
    ]);
    expect(shown('forecast')).toEqual([
      ['Hour', 'Tickets'],
      ['01:00', '2.5'],
    ]);
    expect(shown('services')[2]?.[0]).toBe('gone');
    expect(shown('staffing')).toEqual([
      ['Hour', 'Tickets', 'Calls', 'Desks open', 'Time serving'],
      // Of an average day.
      ['09:00', '6', '5', '1.5', '30 min'],
    ]);
    expect(shown('occupancy')).toEqual([
      ['Desk', 'Desk occupancy', 'Hours with calls', 'Time serving'],
      ['Desk 1', '75%', '3', '2 h 15'],
    ]);
    expect(shown('transfers')).toEqual([
      ['From', 'To', 'Transfers', 'Share'],
      ['Passports', 'b', '3', '75%'],
      ['Taxes', 'Passports', '1', '25%'],
    ]);
  });

  it('names its places, and has charts of days and hours', () => {
    expect(report('en', ['days']).place).toBe('Town Hall');
    expect(report('en', ['days'], ['Town Hall', 'Clinic']).place).toBe('Town Hall and Clinic');
    expect(report('de', ['days'], ['A', 'B', 'C', 'D']).place).toBe('4 Standorte');
    const charts = (part: ReportPart) => report('en', [part]).sections[0]?.tables[0]?.charts ?? [];
    expect(charts('days').map(({ look, kind, labels }) => [look, kind, labels])).toEqual(
      [
        ['bars', 'count'],
        ['band', 'length'],
        ['bars', 'share'],
      ].map((chart) => [...chart, ['16/11', '17/11']]),
    );
    expect(charts('days')[0]?.series[0]).toEqual({ label: 'Tickets', values: [7, 5] });
    // Without a wait it is unknown, not zero.
    expect(charts('days')[1]?.series[0]?.values).toEqual([null, null]);
    expect(charts('hours')[0]).toMatchObject({
      labels: ['9'],
      series: [{ values: [12] }, { values: [0] }, { values: [0] }],
    });
    expect(charts('overview')).toEqual([]);
  });

  it('speaks the language of who reads it', () => {
    expect(shown('overview', 'de')).toEqual([
      [
        'Nummern',
        'Bedient',
        'Nicht erschienen',
        'Nie aufgerufen',
        'Wartezeit, Median',
        'Wartezeit, 90 % unter',
        'Mittlere Bedienzeit',
        'Im Ziel',
      ],
      ['12', '8', '2', '0', '0 s', '10 min', '–', '70\u00a0%'],
    ]);
    expect(report('ar', ['overview']).title).toBe('تقرير');
    expect(shown('days', 'pt_PT')[1]?.[0]).toMatch(/^segunda, 16\/11\/2026|^segunda/);
  });

  it('compares several locations first, and omits tickets where there are none', () => {
    const { sections } = report('en', ['overview'], ['Town Hall', 'Clinic']);
    expect(sections.map(({ title }) => title)).toEqual(['All locations', 'Town Hall', 'Clinic']);
    expect(sections[0]?.tables[0]?.rows.map(([name, issued]) => [name, issued])).toEqual([
      ['Town Hall', 12],
      ['Clinic', 12],
    ]);
    const some = makeReport({
      title: 'Ana',
      lang: 'en',
      parts: ['overview'],
      locations: [{ name: 'Town Hall', period: period('Town Hall', { issued_counted: false }), forecast: null }],
    });
    expect(some.sections[0]?.tables[0]?.columns.map(({ label }) => label)).not.toContain('Tickets');
  });

  it('becomes sheets: one for each kind of table, with the location where there are several', () => {
    const sheets = sheetsOf(report('en', ['overview', 'users'], ['Town Hall', 'Clinic']));
    expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['Comparison of locations', 2],
      ['Overview', 2],
      ['By user', 2],
    ]);
    expect(sheets[2]?.rows.map(([place, name]) => [place, name])).toEqual([
      ['Town Hall', 'Ana Silva'],
      ['Clinic', 'Ana Silva'],
    ]);
  });
});
