/** Tables of outcomes and breaks. */
import type { JSX } from 'preact';
import type { PeriodAnswer, PeriodTable } from '../../../main/reports/contract/rest/reports.ts';
import { Button } from '../../shared/components/button.tsx';
import { Table, type TableColumn } from '../../shared/components/table.tsx';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { clockLength, number } from '../model/words.ts';

type Outcome = PeriodAnswer['by_outcome'][number];
type Break = PeriodAnswer['by_break'][number];

/** What clerks noted of visits, and their breaks; nothing where neither is used. */
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
