/** Figures, charts and tables of a period. */
import type { JSX } from 'preact';
import { timeMarks } from '../../../main/lib/axis-marks.ts';
import { durationWords } from '../../../main/lib/duration-words.ts';
import type { PeriodAnswer, PeriodTable, TallyView } from '../../../main/reports/contract/rest/reports.ts';
import { Button } from '../../shared/components/button.tsx';
import { lazy } from '../../shared/components/lazy.tsx';
import { numbers, type TableColumn } from '../../shared/components/table.tsx';
import { BarChart } from '../charts/bar-chart.tsx';
import { hourRow } from '../charts/chart-frame.tsx';
import { usedHours } from '../charts/heatmap.tsx';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { dayName, number, roundLength, shortDay, weekdayName } from '../model/words.ts';
import { TableCard } from '../parts/table-card.tsx';
import { CsvButton } from './csv-button.tsx';
import { PeriodTiles } from './period-tiles.tsx';
import { shareInTime } from './service-level.ts';

type NamedTally = TallyView & { readonly id: string; readonly name: string };

interface PeriodFiguresProps {
  readonly report: PeriodAnswer;
  /** An earlier period to compare with; null: none, or not known yet. */
  readonly before: PeriodAnswer | null;
  readonly onDownload: (table: PeriodTable) => void;
}

const Analysis = lazy(async () => (await import('./period-analysis.tsx')).PeriodAnalysis);

/** Figures, charts and tables of a period. */
export function PeriodFigures({ report, before, onDownload }: PeriodFiguresProps): JSX.Element {
  const { t, language } = useAdmin();
  const w = useOfficeWords();
  const lang = language.id.value;
  const count = (value: number): string => number(value, lang);
  const length = (seconds: number, of: number): string => (of === 0 ? '–' : durationWords(seconds, lang));
  const columns = (first: string, id: string): readonly TableColumn<NamedTally>[] => [
    { id: 'name', label: first, cell: ({ id, name }) => <span dir="auto">{name || id}</span> },
    ...(['issued', 'calls', 'served', 'no_shows', 'transferred'] as const)
      .filter((field) => field !== (id === 'services' ? 'transferred' : 'issued'))
      .map((field) => {
        const label = field === 'transferred' ? w('report.ends.transferred') : t(`report.${field}`);
        return numbers(field, label, (row: NamedTally) => count(row[field]));
      }),
    numbers('within', w('report.inTime'), (row) => {
      const share = shareInTime(row);
      return share === null ? '–' : number(share / 100, lang, { style: 'percent', maximumFractionDigits: 0 });
    }),
    numbers('wait', t('report.waitMean'), ({ waiting }) => length(waiting.mean, waiting.count)),
    numbers('wait-median', t('report.waitMedian'), ({ waiting }) => length(waiting.median, waiting.count)),
    numbers('wait-p90', t('report.waitP90'), ({ waiting }) => length(waiting.p90, waiting.count)),
    numbers('service', t('report.serviceMean'), ({ service }) => length(service.mean, service.count)),
    numbers('service-p90', t('report.serviceP90'), ({ service }) => length(service.p90, service.count)),
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
  const two = ({ waiting }: TallyView): readonly (number | null)[] =>
    waiting.count === 0 ? [null, null] : [waiting.median, waiting.p90];
  const used = usedHours(report.issued_by_weekday_and_hour, report.open_by_weekday_and_hour);
  const hours = report.by_hour.filter(({ hour, calls }) => calls > 0 || used.includes(hour));
  return (
    <>
      <PeriodTiles report={report} before={before} />
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
          rows={hours.map((row) => hourRow(row.hour, three(row)))}
        />
        <BarChart
          title={t('report.waitByHour')}
          rowTitle={t('report.hour')}
          format={(seconds) => durationWords(seconds, lang)}
          axisFormat={(seconds) => roundLength(seconds, lang)}
          marks={timeMarks}
          series={waits}
          rows={hours.map((row) => hourRow(row.hour, two(row)))}
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
      <Analysis report={report} onDownload={onDownload} />
      {tables.map(({ id, title, first, rows }) => (
        <TableCard
          key={id}
          title={title}
          head={<CsvButton title={title} onClick={() => onDownload(id)} />}
          columns={columns(first, id)}
          rows={rows}
          rowId={(row) => row.id}
          empty={t('chart.nothing')}
        />
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

interface NotedTablesProps {
  readonly report: PeriodAnswer;
  readonly onDownload: (table: PeriodTable) => void;
}

/** Outcomes of visits and breaks of clerks; nothing if neither is used. */
export function NotedTables({ report, onDownload }: NotedTablesProps): JSX.Element {
  const { t, language } = useAdmin();
  const w = useOfficeWords();
  const lang = language.id.value;
  const named = <Row,>(id: string, label: string, name: (row: Row) => string): TableColumn<Row> => ({
    id,
    label,
    cell: (row) => <span dir="auto">{name(row) || '–'}</span>,
  });
  const who = w('report.noted.who');
  const outcomes: readonly TableColumn<Outcome>[] = [
    named('service', t('fields.service'), ({ service, service_id }) => service || service_id),
    named('code', w('report.noted.what'), ({ name, code }) => name || code),
    named('user', who, ({ user, user_id }) => user || user_id),
    numbers('calls', w('report.noted.visits'), ({ calls }) => number(calls, lang)),
    numbers('count', w('report.noted.count'), ({ count }) => number(count, lang)),
  ];
  const breaks: readonly TableColumn<Break>[] = [
    named('user', who, ({ user, user_id }) => user || user_id),
    named('reason', w('report.noted.reason'), ({ reason, reason_id }) => reason || reason_id),
    numbers('breaks', w('report.noted.breaks'), (row) => number(row.breaks, lang)),
    numbers('seconds', w('report.noted.time'), ({ seconds }) => durationWords(seconds, lang)),
  ];
  return (
    <>
      {report.by_outcome.length > 0 && (
        <TableCard
          title={w('report.noted.title')}
          head={<CsvButton title={w('report.noted.title')} onClick={() => onDownload('outcomes')} />}
          columns={outcomes}
          rows={report.by_outcome}
          rowId={({ service_id, user_id, code }) => JSON.stringify([service_id, user_id, code])}
          empty=""
        />
      )}
      {report.by_break.length > 0 && (
        <TableCard
          title={w('report.noted.breaks')}
          head={<CsvButton title={w('report.noted.breaks')} onClick={() => onDownload('breaks')} />}
          columns={breaks}
          rows={report.by_break}
          rowId={({ user_id, reason_id }) => JSON.stringify([user_id, reason_id])}
          empty=""
        />
      )}
    </>
  );
}
