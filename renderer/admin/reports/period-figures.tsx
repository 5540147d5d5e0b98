/** Figures, charts and tables of a period. */
import type { JSX } from 'preact';
import type { PeriodAnswer, PeriodTable, TallyView } from '../../../main/reports/contract/rest/reports.ts';
import { Button } from '../../shared/components/button.tsx';
import { Table, type TableColumn } from '../../shared/components/table.tsx';
import { BarChart } from '../charts/bar-chart.tsx';
import { HeatTable } from '../charts/heatmap.tsx';
import { timeMarks } from '../charts/scale.ts';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { clockLength, dayName, number, roundLength, shortDay, weekdayName } from '../model/words.ts';
import { FigureCard } from './figure-card.tsx';

type NamedTally = TallyView & { readonly id: string; readonly name: string };

/** Figures, charts and tables of a period. */
export function PeriodFigures({
  report,
  onDownload,
}: {
  readonly report: PeriodAnswer;
  readonly onDownload: (table: PeriodTable) => void;
}): JSX.Element {
  const { t, language } = useAdmin();
  const w = useOfficeWords();
  const lang = language.id.value;
  const count = (value: number): string => number(value, lang);
  const length = (seconds: number, of: number): string => (of === 0 ? '–' : clockLength(seconds));
  const { total } = report;
  const share = (part: number, whole: number): string =>
    whole === 0 ? '–' : number(part / whole, lang, { style: 'percent', maximumFractionDigits: 1 });
  const columns = (first: string, id: string): readonly TableColumn<NamedTally>[] => [
    { id: 'name', label: first, cell: ({ id, name }) => <span dir="auto">{name || id}</span> },
    ...(['issued', 'calls', 'served', 'no_shows', 'transferred'] as const)
      .filter((field) => field !== (id === 'services' ? 'transferred' : 'issued'))
      .map((field) => ({
        id: field,
        label: field === 'transferred' ? w('report.ends.transferred') : t(`report.${field}`),
        end: true,
        cell: (row: NamedTally) => count(row[field]),
      })),
    { id: 'wait', label: t('report.waitMean'), end: true, cell: ({ waiting }) => length(waiting.mean, waiting.count) },
    {
      id: 'wait-median',
      label: t('report.waitMedian'),
      end: true,
      cell: ({ waiting }) => length(waiting.median, waiting.count),
    },
    {
      id: 'wait-p90',
      label: t('report.waitP90'),
      end: true,
      cell: ({ waiting }) => length(waiting.p90, waiting.count),
    },
    {
      id: 'service',
      label: t('report.serviceMean'),
      end: true,
      cell: ({ service }) => length(service.mean, service.count),
    },
    {
      id: 'service-p90',
      label: t('report.serviceP90'),
      end: true,
      cell: ({ service }) => length(service.p90, service.count),
    },
  ];
  const tables = [
    { id: 'services', title: t('nav.services'), first: t('fields.service'), rows: report.by_service },
    { id: 'desks', title: t('nav.desks'), first: t('fields.desk'), rows: report.by_desk },
    { id: 'users', title: t('nav.users'), first: t('fields.user'), rows: report.by_user },
  ] as const;
  const tickets = [
    { id: 'issued', label: t('report.issued') },
    { id: 'served', label: t('report.served') },
    { id: 'no_shows', label: t('report.no_shows') },
  ];
  const waits = [
    { id: 'median', label: t('report.median') },
    { id: 'p90', label: t('report.p90') },
  ];
  const three = ({ issued, served, no_shows }: TallyView): readonly number[] => [issued, served, no_shows];
  const two = ({ waiting }: TallyView): readonly number[] => [waiting.median, waiting.p90];
  return (
    <>
      <dl class="figures">
        <FigureCard
          label={t('report.issued')}
          value={count(total.issued)}
          more={t('report.neverCalled', { count: total.never_called })}
        />
        <FigureCard
          label={t('report.served')}
          value={count(total.served)}
          more={t('report.transferred', { count: total.transferred })}
        />
        <FigureCard
          label={t('report.no_shows')}
          value={count(total.no_shows)}
          more={share(total.no_shows, total.calls)}
        />
        <FigureCard
          label={t('report.waiting')}
          value={length(total.waiting.median, total.waiting.count)}
          more={t('report.spread', {
            p90: length(total.waiting.p90, total.waiting.count),
            p95: length(total.waiting.p95, total.waiting.count),
            max: length(total.waiting.max, total.waiting.count),
          })}
        />
        <FigureCard
          label={t('report.service')}
          value={length(total.service.median, total.service.count)}
          more={t('report.spread', {
            p90: length(total.service.p90, total.service.count),
            p95: length(total.service.p95, total.service.count),
            max: length(total.service.max, total.service.count),
          })}
        />
      </dl>
      <div class="charts">
        {report.by_day.length > 1 && (
          <BarChart
            title={t('report.byDay')}
            rowTitle={t('report.day')}
            format={count}
            series={tickets}
            rows={report.by_day.map((row) => ({
              id: row.day,
              label: shortDay(row.day, lang),
              name: dayName(row.day, lang),
              values: three(row),
            }))}
          />
        )}
        <BarChart
          title={t('report.byHour')}
          rowTitle={t('report.hour')}
          format={count}
          series={tickets}
          rows={report.by_hour.map((row) => ({
            id: String(row.hour),
            label: String(row.hour),
            name: `${row.hour}:00`,
            values: three(row),
          }))}
        />
        <BarChart
          title={t('report.waitByHour')}
          rowTitle={t('report.hour')}
          format={clockLength}
          axisFormat={(seconds) => roundLength(seconds, lang)}
          marks={timeMarks}
          series={waits}
          rows={report.by_hour.map((row) => ({
            id: String(row.hour),
            label: String(row.hour),
            name: `${row.hour}:00`,
            values: two(row),
          }))}
        />
        <BarChart
          title={t('report.byWeekday')}
          rowTitle={t('report.weekday')}
          format={count}
          series={tickets}
          rows={report.by_weekday.map((row) => ({
            id: String(row.weekday),
            label: weekdayName(row.weekday, lang, 'short'),
            name: weekdayName(row.weekday, lang),
            values: three(row),
          }))}
        />
      </div>
      <HeatTable title={t('report.heat')} cells={report.issued_by_weekday_and_hour} />
      {tables.map(({ id, title, first, rows }) => (
        <div key={id} class="card card-table">
          <div class="table-head">
            <h2 class="table-title">{title}</h2>
            <Button look="plain" label={t('report.csvOf', { name: title })} onClick={() => onDownload(id)}>
              CSV
            </Button>
          </div>
          <Table
            caption={title}
            columns={columns(first, id)}
            rows={rows}
            rowId={(row) => row.id}
            empty={t('chart.nothing')}
          />
        </div>
      ))}
      <div class="adds">
        {(['days', 'hours', 'weekdays'] as const).map((table) => (
          <Button key={table} onClick={() => onDownload(table)}>
            {t(`report.csv.${table}`)}
          </Button>
        ))}
      </div>
    </>
  );
}

type Outcome = PeriodAnswer['by_outcome'][number];

type Break = PeriodAnswer['by_break'][number];

/** Outcomes of visits and breaks of clerks; nothing if neither is used. */
export function NotedTables({
  report,
  onDownload,
}: {
  readonly report: PeriodAnswer;
  readonly onDownload: (table: PeriodTable) => void;
}): JSX.Element {
  const { t, language } = useAdmin();
  const w = useOfficeWords();
  const lang = language.id.value;
  const outcomes: readonly TableColumn<Outcome>[] = [
    {
      id: 'service',
      label: t('fields.service'),
      cell: ({ service, service_id }) => <span dir="auto">{service || service_id}</span>,
    },
    { id: 'code', label: w('report.noted.what'), cell: ({ name, code }) => <span dir="auto">{name || code}</span> },
    {
      id: 'user',
      label: w('report.noted.who'),
      cell: ({ user, user_id }) => <span dir="auto">{user || user_id || '–'}</span>,
    },
    { id: 'calls', label: w('report.noted.visits'), end: true, cell: ({ calls }) => number(calls, lang) },
    { id: 'count', label: w('report.noted.count'), end: true, cell: ({ count }) => number(count, lang) },
  ];
  const breaks: readonly TableColumn<Break>[] = [
    {
      id: 'user',
      label: w('report.noted.who'),
      cell: ({ user, user_id }) => <span dir="auto">{user || user_id || '–'}</span>,
    },
    {
      id: 'reason',
      label: w('report.noted.reason'),
      cell: ({ reason, reason_id }) => <span dir="auto">{reason || reason_id || '–'}</span>,
    },
    { id: 'breaks', label: w('report.noted.breaks'), end: true, cell: (row) => number(row.breaks, lang) },
    { id: 'seconds', label: w('report.noted.time'), end: true, cell: ({ seconds }) => clockLength(seconds) },
  ];
  const head = (title: string, table: PeriodTable): JSX.Element => (
    <div class="table-head">
      <h2 class="table-title">{title}</h2>
      <Button look="plain" label={t('report.csvOf', { name: title })} onClick={() => onDownload(table)}>
        CSV
      </Button>
    </div>
  );
  return (
    <>
      {report.by_outcome.length > 0 && (
        <div class="card card-table">
          {head(w('report.noted.title'), 'outcomes')}
          <Table
            caption={w('report.noted.title')}
            columns={outcomes}
            rows={report.by_outcome}
            rowId={({ service_id, user_id, code }) => JSON.stringify([service_id, user_id, code])}
            empty=""
          />
        </div>
      )}
      {report.by_break.length > 0 && (
        <div class="card card-table">
          {head(w('report.noted.breaks'), 'breaks')}
          <Table
            caption={w('report.noted.breaks')}
            columns={breaks}
            rows={report.by_break}
            rowId={({ user_id, reason_id }) => JSON.stringify([user_id, reason_id])}
            empty=""
          />
        </div>
      )}
    </>
  );
}
