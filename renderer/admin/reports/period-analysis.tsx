/**
 * Waits, service level, abandonment, staffing and transfers of a period.
 *
 * Loaded after the main figures.
 */
import type { JSX } from 'preact';
import { timeMarks } from '../../../main/lib/axis-marks.ts';
import { durationWords } from '../../../main/lib/duration-words.ts';
import { occupancyOf } from '../../../main/reports/contract/occupancy.ts';
import type { PeriodAnswer, PeriodTable } from '../../../main/reports/contract/rest/reports.ts';
import { numbers, type TableColumn } from '../../shared/components/table.tsx';
import { BandChart } from '../charts/band-chart.tsx';
import { BarChart } from '../charts/bar-chart.tsx';
import { type ChartRow, hourRow, valueWords } from '../charts/chart-frame.tsx';
import { HeatTable, usedHours } from '../charts/heatmap.tsx';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { dayName, number, roundLength, shortDay } from '../model/words.ts';
import { TableCard } from '../parts/table-card.tsx';
import { CsvButton } from './csv-button.tsx';
import { shareInTime } from './service-level.ts';
import { staffingRows } from './staffing-rows.ts';

const PERCENT_MARKS = [0, 25, 50, 75, 100];

interface PeriodAnalysisProps {
  readonly report: PeriodAnswer;
  readonly onDownload: (table: PeriodTable) => void;
}

export function PeriodAnalysis({ report, onDownload }: PeriodAnalysisProps): JSX.Element {
  const { t, language } = useAdmin();
  const w = useOfficeWords();
  const lang = language.id.value;
  const length = (seconds: number): string => durationWords(seconds, lang);
  const percent = (value: number): string => number(value / 100, lang, { style: 'percent', maximumFractionDigits: 0 });
  const { target_minutes: target, issued_counted: counted } = report;
  const within = w('report.within', { time: durationWords(target * 60, lang) });
  const dayRow = ({ day }: { readonly day: string }, values: ChartRow['values']): ChartRow => ({
    id: day,
    label: shortDay(day, lang),
    name: dayName(day, lang),
    values,
  });
  return (
    <>
      <div class="charts">
        {report.by_day.length > 1 && (
          <>
            <BandChart
              title={w('report.waitByDay')}
              rowTitle={t('report.day')}
              format={length}
              axisFormat={(seconds) => roundLength(seconds, lang)}
              marks={timeMarks}
              series={[
                { id: 'median', label: t('report.median') },
                { id: 'p90', label: t('report.p90') },
              ]}
              rows={report.by_day.map((row) =>
                dayRow(row, row.waiting.count === 0 ? [null, null] : [row.waiting.median, row.waiting.p90]),
              )}
              target={{ value: target * 60, label: w('report.target', { time: length(target * 60) }) }}
              note={w('report.bandNote')}
            />
            <BarChart
              title={within}
              rowTitle={t('report.day')}
              format={percent}
              marks={() => PERCENT_MARKS}
              series={[{ id: 'within', label: within }]}
              rows={report.by_day.map((row) => dayRow(row, [shareInTime(row)]))}
              note={w('report.withinNote')}
            />
            <BarChart
              title={w('report.abandonedByDay')}
              rowTitle={t('report.day')}
              format={(value) => number(value, lang)}
              series={[
                ...(counted ? [{ id: 'never_called', label: w('report.neverCalled') }] : []),
                { id: 'no_shows', label: t('report.no_shows') },
              ]}
              rows={report.by_day.map((row) => dayRow(row, [...(counted ? [row.never_called] : []), row.no_shows]))}
            />
          </>
        )}
        {counted && <Staffing report={report} />}
      </div>
      <HeatTable
        title={t('report.heat')}
        cells={report.issued_by_weekday_and_hour}
        open={report.open_by_weekday_and_hour}
      />
      <Occupancy report={report} onDownload={onDownload} />
      <Transfers report={report} onDownload={onDownload} />
    </>
  );
}

function Staffing({ report }: { readonly report: PeriodAnswer }): JSX.Element {
  const { t, language } = useAdmin();
  const w = useOfficeWords();
  const tenths = (value: number): string => number(value, language.id.value, { maximumFractionDigits: 1 });
  const hours = usedHours(report.issued_by_weekday_and_hour, report.open_by_weekday_and_hour);
  const rows = staffingRows(report).filter(({ hour, open }) => open > 0 || hours.includes(hour));
  const tickets = new Map(rows.map((row) => [String(row.hour), row.tickets]));
  return (
    <BarChart
      title={w('report.staffing')}
      rowTitle={t('report.hour')}
      format={tenths}
      series={[
        { id: 'needed', label: w('report.desksNeeded') },
        { id: 'open', label: w('report.desksOpen') },
      ]}
      rows={rows.map(({ hour, needed, open }) => hourRow(hour, [needed, open]))}
      more={[{ id: 'tickets', label: t('report.issued'), cell: ({ id }) => valueWords(tickets.get(id), tenths) }]}
      note={w('report.staffingNote', { count: report.days_used })}
    />
  );
}

type DeskRow = PeriodAnswer['staffing_by_desk'][number];

function Occupancy({ report, onDownload }: PeriodAnalysisProps): JSX.Element {
  const { t, language } = useAdmin();
  const w = useOfficeWords();
  const lang = language.id.value;
  const percent = (value: number): string => number(value, lang, { style: 'percent', maximumFractionDigits: 0 });
  const columns: readonly TableColumn<DeskRow>[] = [
    { id: 'name', label: t('fields.desk'), cell: ({ id, name }) => <span dir="auto">{name || id}</span> },
    {
      id: 'occupancy',
      label: w('report.occupancy'),
      end: true,
      cell: (row) => (
        <span class="meter">
          <span class="meter-bar" style={{ inlineSize: `${occupancyOf(row) * 100}%` }} aria-hidden="true" />
          <span>{percent(occupancyOf(row))}</span>
        </span>
      ),
    },
    numbers('hours', w('report.hoursUsed'), ({ desk_hours }) => number(desk_hours, lang)),
    numbers('service', w('report.serviceTime'), ({ service_seconds }) => durationWords(service_seconds, lang)),
  ];
  const title = w('report.occupancy');
  return (
    <TableCard
      title={title}
      head={<CsvButton title={title} onClick={() => onDownload('occupancy')} />}
      columns={columns}
      rows={report.staffing_by_desk}
      rowId={({ id }) => id}
      empty={t('chart.nothing')}
    >
      <p class="soft table-note">{w('report.occupancyNote')}</p>
    </TableCard>
  );
}

type TransferRow = PeriodAnswer['by_transfer'][number];

/** Nothing without transfers. */
function Transfers({ report, onDownload }: PeriodAnalysisProps): JSX.Element | null {
  const { language } = useAdmin();
  const w = useOfficeWords();
  const lang = language.id.value;
  const rows = report.by_transfer;
  if (rows.length === 0) return null;
  const all = rows.reduce((sum, { transfers }) => sum + transfers, 0);
  const title = w('report.transfers');
  const columns: readonly TableColumn<TransferRow>[] = [
    {
      id: 'from',
      label: w('report.transferFrom'),
      cell: ({ from, from_id }) => <span dir="auto">{from || from_id}</span>,
    },
    { id: 'to', label: w('report.transferTo'), cell: ({ to, to_id }) => <span dir="auto">{to || to_id}</span> },
    numbers('transfers', title, ({ transfers }) => number(transfers, lang)),
    numbers('share', w('report.share'), ({ transfers }) =>
      number(transfers / all, lang, { style: 'percent', maximumFractionDigits: 0 }),
    ),
  ];
  return (
    <TableCard
      title={title}
      head={<CsvButton title={title} onClick={() => onDownload('transfers')} />}
      columns={columns}
      rows={rows}
      rowId={({ from_id, to_id }) => JSON.stringify([from_id, to_id])}
      empty=""
    />
  );
}
