/** Comparison of locations over a period. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { COMPARE_BRANCHES } from '../../../main/reports/contract/branch-endpoints.ts';
import { MAX_COMPARED } from '../../../main/reports/contract/report-document.ts';
import type { BranchView, ComparedBranch } from '../../../main/reports/contract/rest/branches.ts';
import type { RestFailure } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { TextField } from '../../shared/components/field.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { Table, type TableColumn } from '../../shared/components/table.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { wallClock } from '../../shared/time.ts';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { clockLength, number } from '../model/words.ts';
import { dayIn, daysOf } from '../reports/spans.ts';

const TIMEOUT_MS = 60_000;

/** The branches that are shown over some days, each beside as many days before; read some at a time, as that takes the server a while. */
export function BranchComparison({ branches }: { readonly branches: readonly BranchView[] }): JSX.Element {
  const { t, session, language } = useAdmin();
  const w = useOfficeWords();
  const standard = daysOf('days7', dayIn(wallClock(), 'UTC'));
  const [from, setFrom] = useState(standard.from);
  const [to, setTo] = useState(standard.to);
  const [rows, setRows] = useState<readonly ComparedBranch[]>([]);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RestFailure | null>(null);
  const lang = language.id.value;

  const compare = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    setRows([]);
    const ids = branches.map(({ id }) => id);
    for (let at = 0; at < ids.length; at += MAX_COMPARED) {
      const asked = { locations: ids.slice(at, at + MAX_COMPARED), from, to };
      const answer = await session.rest.call(COMPARE_BRANCHES, asked, {
        timeoutMs: TIMEOUT_MS,
      });
      if (!answer.ok) {
        setFailure(answer.error);
        break;
      }
      setRows((known) => [...known, ...answer.value.branches]);
    }
    setBusy(false);
  };
  const change = (now: number, before: number): string =>
    before === 0
      ? '–'
      : number(now / before - 1, lang, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });
  const length = (seconds: number, count: number): string => (count === 0 ? '–' : clockLength(seconds));
  const columns: readonly TableColumn<ComparedBranch>[] = [
    { id: 'name', label: t('fields.location'), cell: ({ name }) => <span dir="auto">{name}</span> },
    { id: 'issued', label: t('report.issued'), end: true, cell: ({ now }) => number(now.issued, lang) },
    {
      id: 'more',
      label: w('branches.change'),
      end: true,
      cell: ({ now, before }) => change(now.issued, before.issued),
    },
    { id: 'served', label: t('report.served'), end: true, cell: ({ now }) => number(now.served, lang) },
    { id: 'missed', label: t('report.no_shows'), end: true, cell: ({ now }) => number(now.no_shows, lang) },
    {
      id: 'wait',
      label: t('report.waitMean'),
      end: true,
      cell: ({ now }) => length(now.waiting_mean, now.waiting_count),
    },
    {
      id: 'wait-before',
      label: w('branches.waitBefore'),
      end: true,
      cell: ({ before }) => length(before.waiting_mean, before.waiting_count),
    },
    {
      id: 'wait-p90',
      label: t('report.waitP90'),
      end: true,
      cell: ({ now }) => length(now.waiting_p90, now.waiting_count),
    },
  ];
  return (
    <div class="card card-table">
      <div class="table-head">
        <h2 class="table-title">{w('branches.compare')}</h2>
      </div>
      <div class="filters">
        <TextField label={t('report.from')} type="date" value={from} onInput={setFrom} />
        <TextField label={t('report.to')} type="date" value={to} onInput={setTo} />
        <Button busy={busy} onClick={() => void compare()}>
          {w('branches.compareNow', { count: branches.length })}
        </Button>
      </div>
      {failure !== null && <NoticeBox kind="attention">{failureText(t, failure)}</NoticeBox>}
      <Table
        caption={w('branches.compare')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        empty={w('branches.notCompared')}
      />
    </div>
  );
}
