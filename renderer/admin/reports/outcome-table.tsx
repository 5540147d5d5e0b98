import type { JSX } from 'preact';
import type { PeriodAnswer } from '../../../main/reports/contract/rest/reports.ts';
import { Table, type TableColumn } from '../../shared/components/table.tsx';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { number } from '../model/words.ts';

type Row = PeriodAnswer['by_service'][number];

const ENDS = ['served', 'no_shows', 'transferred', 'paused'] as const;

/** How the calls of each service ended, as shares of them. */
export function OutcomeTable({ report }: { readonly report: PeriodAnswer }): JSX.Element {
  const { t, language } = useAdmin();
  const w = useOfficeWords();
  const lang = language.id.value;
  const share = (part: number, whole: number): string =>
    whole === 0 ? '–' : number(part / whole, lang, { style: 'percent', maximumFractionDigits: 1 });
  const columns: readonly TableColumn<Row>[] = [
    { id: 'name', label: t('fields.service'), cell: ({ id, name }) => <span dir="auto">{name || id}</span> },
    { id: 'calls', label: t('report.calls'), end: true, cell: ({ calls }) => number(calls, lang) },
    ...ENDS.map((end) => ({
      id: end,
      label: w(`report.ends.${end}`),
      end: true,
      cell: (row: Row) => share(row[end], row.calls),
    })),
  ];
  return (
    <div class="card card-table">
      <div class="table-head">
        <h2 class="table-title">{w('report.outcomes')}</h2>
      </div>
      <Table
        caption={w('report.outcomes')}
        columns={columns}
        rows={report.by_service.filter(({ calls }) => calls > 0)}
        rowId={({ id }) => id}
        empty={t('chart.nothing')}
      />
    </div>
  );
}
