/** Report screen for any period. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { MAKE_REPORT_FILE, REPORT_PERIOD } from '../../../main/reports/contract/endpoints.ts';
import { REPORT_PARTS, type ReportFormat } from '../../../main/reports/contract/report-document.ts';
import type { PeriodAnswer, PeriodTable } from '../../../main/reports/contract/rest/reports.ts';
import type { RestFailure } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { DateField } from '../../shared/components/date-field.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { numbers, type TableColumn } from '../../shared/components/table.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { wallClock } from '../../shared/time.ts';
import { CheckList, withChoice } from '../fields/check-list.tsx';
import { Group } from '../fields/group.tsx';
import { useAdmin } from '../model/admin.ts';
import { useLocations } from '../model/locations.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { fetchFile, saveFile } from '../model/save-file.ts';
import { dayName, number } from '../model/words.ts';
import { Screen } from '../parts/screen.tsx';
import { TableCard } from '../parts/table-card.tsx';
import { ForecastChart } from './forecast-chart.tsx';
import { NotedTables, PeriodFigures } from './period-figures.tsx';
import { idsOf, partsOf, type ReportQuery } from './report-query.ts';
import { SavedReports } from './saved-reports.tsx';
import { clockIn, dayIn, daysBefore, daysOf, SPANS } from './spans.ts';

const ENDS = ['served', 'no_shows', 'transferred', 'paused'] as const;

/** Tables of single tickets and calls are too long for the page; they are offered as files. */
const RAW_TABLES = ['tickets', 'calls'] as const;

/** Long periods of a large site take a while, and the server runs other requests first. */
const TIMEOUT_MS = 60_000;

/** A report of several months takes a while. */
const FILE_TIMEOUT_MS = 120_000;

/** Downloads the shown report as PDF or spreadsheet in the page's language. */
export function FileButtons({ asked }: { readonly asked: ReportQuery }): JSX.Element {
  const { t, session, notices } = useAdmin();
  const w = useOfficeWords();
  const [busy, setBusy] = useState<ReportFormat | null>(null);

  const fetchFile = async (file: ReportFormat): Promise<void> => {
    setBusy(file);
    const { location, ...period } = partsOf(asked);
    const wish = { locations: [location], ...period, parts: REPORT_PARTS, file };
    const answer = await session.rest.call(MAKE_REPORT_FILE, wish, { timeoutMs: FILE_TIMEOUT_MS });
    setBusy(null);
    if (!answer.ok) return notices.tell('fault', failureText(t, answer.error));
    const { name, type, base64 } = answer.value;
    saveFile(name, new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], { type }));
  };
  return (
    <div class="adds">
      <Button busy={busy === 'pdf'} onClick={() => void fetchFile('pdf')}>
        {w('report.pdf')}
      </Button>
      <Button busy={busy === 'xlsx'} onClick={() => void fetchFile('xlsx')}>
        {w('report.xlsx')}
      </Button>
    </div>
  );
}

interface Choice {
  readonly id: string;
  readonly name: string;
}

const KINDS = ['services', 'desks', 'users'] as const;

type Kind = (typeof KINDS)[number];

interface ReportFiltersProps {
  readonly chosen: Readonly<Record<Kind, string>>;
  readonly report: PeriodAnswer | null;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

/** Filters a report by services, desks or users. */
export function ReportFilters({ chosen, report, onChange }: ReportFiltersProps): JSX.Element {
  const { t, site } = useAdmin();
  const { here } = useLocations();
  const file = site.file.value;
  const choices: Readonly<Record<Kind, readonly Choice[]>> = {
    services: file?.services.filter(({ location }) => location === here?.id) ?? report?.by_service ?? [],
    desks: file?.desks.filter(({ location }) => location === here?.id) ?? report?.by_desk ?? [],
    users: file?.users.map(({ id, name, username }) => ({ id, name: name || username })) ?? report?.by_user ?? [],
  };
  const used = KINDS.filter((kind) => chosen[kind] !== '').length;
  return (
    <details {...(used > 0 ? { open: true } : {})}>
      <summary>{t('report.narrow', { count: used })}</summary>
      <div class="section-inside">
        {KINDS.map((kind) => {
          const ids = idsOf(chosen[kind]);
          return (
            <Group key={kind} label={t(`nav.${kind}`)}>
              <CheckList
                dir="auto"
                all={choices[kind].map(({ id, name }) => ({ id, name: name || id }))}
                chosen={ids}
                onChange={(id, isChosen) => onChange({ [kind]: withChoice(ids, id, isChosen).join(',') })}
              />
            </Group>
          );
        })}
      </div>
    </details>
  );
}

/** Figures of any period, by service, desk, user, hour and weekday. The query is kept in the address. */
export function PeriodScreen(): JSX.Element {
  const { t, session, router, language, notices } = useAdmin();
  const { here } = useLocations();
  const [report, setReport] = useState<PeriodAnswer | null>(null);
  const [before, setBefore] = useState<PeriodAnswer | null>(null);
  const [failure, setFailure] = useState<RestFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const { query: given } = router.place.value;
  const today = dayIn(wallClock(), here?.timezone ?? 'UTC');
  const standard = daysOf('days7', today);
  const { from = standard.from, to = standard.to, services = '', desks = '', users = '' } = given;
  const lang = language.id.value;
  const filters = { services, desks, users };
  const location = here?.id ?? '';
  const query = { location, from, to, ...filters };
  const asked = partsOf(query);
  const key = JSON.stringify(asked);
  const fault = from > to ? t('report.wrongOrder') : '';

  useEffect(() => {
    const canBeAsked = location !== '' && fault === '' && from.length === 10 && to.length === 10;
    setBusy(canBeAsked);
    if (!canBeAsked) return;
    // A newer query aborts this one on the server.
    const ending = new AbortController();
    const { signal } = ending;
    void session.rest
      .call(REPORT_PERIOD, JSON.parse(key) as typeof asked, { signal, timeoutMs: TIMEOUT_MS })
      .then((answer) => {
        if (signal.aborted) return;
        setBusy(false);
        setFailure(answer.ok ? null : answer.error);
        setBefore(null);
        if (!answer.ok) return;
        setReport(answer.value);
        void compare(signal);
      });
    return () => ending.abort();
    // Not on the location itself, which is a new object after each change of the site.
  }, [key, fault, session]);

  /** Reads the earlier period after the report, which does not wait for it. Its failure leaves out the changes. */
  const compare = async (signal: AbortSignal): Promise<void> => {
    // A day that has not ended is compared up to the same time.
    const until = to === today ? clockIn(wallClock(), here?.timezone ?? 'UTC') : '';
    const wish = { ...asked, ...daysBefore({ from, to }), until };
    const answer = await session.rest.call(REPORT_PERIOD, wish, { signal, timeoutMs: TIMEOUT_MS });
    if (!signal.aborted && answer.ok) setBefore(answer.value);
  };
  const refine = (change: Readonly<Record<string, string>>): void => router.refine({ from, to, ...filters, ...change });
  const download = async (table: PeriodTable): Promise<void> => {
    const answer = await fetchFile(session.rest, REPORT_PERIOD, { ...asked, table, format: 'csv' });
    if (answer.ok) saveFile(`${asked.location}_${from}_${to}_${table}.csv`, answer.value);
    else notices.tell('fault', failureText(t, answer.error));
  };
  return (
    <Screen name="reports" title={t('nav.reports')}>
      <div class="card report-query">
        <div class="adds">
          {SPANS.map((span) => {
            const days = daysOf(span, today);
            return (
              <Button key={span} pressed={days.from === from && days.to === to} onClick={() => refine({ ...days })}>
                {t(`report.span.${span}`)}
              </Button>
            );
          })}
        </div>
        <div class="filters even">
          <DateField label={t('report.from')} value={from} fault={fault} onInput={(day) => refine({ from: day })} />
          <DateField label={t('report.to')} value={to} onInput={(day) => refine({ to: day })} />
        </div>
        <ReportFilters chosen={filters} report={report} onChange={refine} />
      </div>
      {failure !== null && <NoticeBox kind="attention">{failureText(t, failure)}</NoticeBox>}
      <p class="count" role="status">
        {busy
          ? t('loading')
          : report === null
            ? ''
            : t('report.shown', {
                from: dayName(report.from, lang, true),
                to: dayName(report.to, lang, true),
                zone: report.timezone,
              })}
      </p>
      {report !== null && (
        <>
          <FileButtons asked={query} />
          <SavedReports asked={query} today={today} />
          <PeriodFigures report={report} before={before} onDownload={(table) => void download(table)} />
          <OutcomeTable report={report} />
          <NotedTables report={report} onDownload={(table) => void download(table)} />
          <ForecastChart location={asked.location} />
          <section class="card report-raw" aria-labelledby="raw">
            <h2 id="raw">{t('report.raw')}</h2>
            <p class="soft">{t('report.rawText')}</p>
            <div class="adds">
              {RAW_TABLES.map((table) => (
                <Button key={table} onClick={() => void download(table)}>
                  {t(`report.csv.${table}`)}
                </Button>
              ))}
            </div>
          </section>
        </>
      )}
    </Screen>
  );
}

type Row = PeriodAnswer['by_service'][number];

/** Outcomes of each service's calls, as percentages. */
function OutcomeTable({ report }: { readonly report: PeriodAnswer }): JSX.Element {
  const { t, language } = useAdmin();
  const w = useOfficeWords();
  const lang = language.id.value;
  const share = (part: number, whole: number): string =>
    whole === 0 ? '–' : number(part / whole, lang, { style: 'percent', maximumFractionDigits: 1 });
  const columns: readonly TableColumn<Row>[] = [
    { id: 'name', label: t('fields.service'), cell: ({ id, name }) => <span dir="auto">{name || id}</span> },
    numbers('calls', t('report.calls'), ({ calls }) => number(calls, lang)),
    ...ENDS.map((end) => numbers(end, w(`report.ends.${end}`), (row: Row) => share(row[end], row.calls))),
  ];
  return (
    <TableCard
      title={w('report.outcomes')}
      columns={columns}
      rows={report.by_service.filter(({ calls }) => calls > 0)}
      rowId={({ id }) => id}
      empty={t('chart.nothing')}
    />
  );
}
