/** Comparison of locations over some days, each with the period before. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { durationWords } from '../../../main/lib/duration-words.ts';
import { COMPARE_BRANCHES } from '../../../main/reports/contract/endpoints.ts';
import { MAX_COMPARED } from '../../../main/reports/contract/report-document.ts';
import type { BranchView, ComparedBranch } from '../../../main/reports/contract/rest/branches.ts';
import type { RestFailure } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { DateField } from '../../shared/components/date-field.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { wallClock } from '../../shared/time.ts';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { number } from '../model/words.ts';
import { type DataColumn, DataTable } from '../parts/data-table.tsx';
import { dayIn, daysOf } from '../reports/spans.ts';

const TIMEOUT_MS = 60_000;

/** Share of calls within the target, to a hundredth; null without a known wait. */
function inTime({ in_time, waiting_count }: ComparedBranch['now']): number | null {
  return waiting_count === 0 ? null : Math.round((in_time / waiting_count) * 100) / 100;
}

/** Longest waits first, by the 90th percentile; locations without a wait last. */
export function longestFirst(one: ComparedBranch, other: ComparedBranch): number {
  const wait = ({ now }: ComparedBranch): number => (now.waiting_count === 0 ? -1 : now.waiting_p90);
  return wait(other) - wait(one) || other.now.waiting_mean - one.now.waiting_mean;
}

/**
 * Figures of the shown locations in a period, each compared with the period before; loaded in chunks, since the server
 * needs time for each. The longest waits come first.
 */
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
      setRows((known) => [...known, ...answer.value.branches].toSorted(longestFirst));
    }
    setBusy(false);
  };
  const change = (now: number, before: number): string =>
    before === 0
      ? '–'
      : number(now / before - 1, lang, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });
  const wait = (
    id: string,
    label: string,
    of: (branch: ComparedBranch) => [number, number],
  ): DataColumn<ComparedBranch> => ({
    id,
    label,
    end: true,
    // Without a visitor there is no wait, which is less than any.
    value: (branch) => (of(branch)[1] === 0 ? -1 : of(branch)[0]),
    cell: (branch) => (of(branch)[1] === 0 ? '–' : durationWords(of(branch)[0], lang)),
  });
  const count = (id: string, label: string, value: (branch: ComparedBranch) => number): DataColumn<ComparedBranch> => ({
    id,
    label,
    end: true,
    value,
    cell: (branch) => number(value(branch), lang),
  });
  const regions = new Map(branches.map(({ id, region, city }) => [id, region || city]));
  const regionOf = ({ id }: ComparedBranch): string => regions.get(id) ?? '';
  const columns: readonly DataColumn<ComparedBranch>[] = [
    {
      id: 'name',
      label: t('fields.location'),
      value: ({ name }) => name,
      cell: ({ name }) => <span dir="auto">{name}</span>,
    },
    {
      id: 'region',
      label: w('branches.region'),
      value: regionOf,
      cell: (branch) => <span dir="auto">{regionOf(branch)}</span>,
    },
    count('issued', t('report.issued'), ({ now }) => now.issued),
    {
      ...count('more', w('branches.change'), ({ now, before }) =>
        before.issued === 0 ? 0 : Math.round((now.issued / before.issued - 1) * 100) / 100,
      ),
      cell: ({ now, before }) => change(now.issued, before.issued),
    },
    count('served', t('report.served'), ({ now }) => now.served),
    count('missed', t('report.no_shows'), ({ now }) => now.no_shows),
    {
      ...count('in-time', w('report.inTime'), ({ now }) => inTime(now) ?? -1),
      cell: ({ now }) => {
        const share = inTime(now);
        return share === null ? '–' : number(share, lang, { style: 'percent', maximumFractionDigits: 0 });
      },
    },
    wait('wait', t('report.waitMean'), ({ now }) => [now.waiting_mean, now.waiting_count]),
    wait('wait-before', w('branches.waitBefore'), ({ before }) => [before.waiting_mean, before.waiting_count]),
    wait('wait-p90', t('report.waitP90'), ({ now }) => [now.waiting_p90, now.waiting_count]),
  ];
  return (
    <div class="card card-table">
      <h2 class="table-title">{w('branches.compare')}</h2>
      <div class="filters">
        <DateField label={t('report.from')} value={from} max={to} onInput={setFrom} />
        <DateField label={t('report.to')} value={to} min={from} onInput={setTo} />
        <Button busy={busy} onClick={() => void compare()}>
          {w('branches.compareNow', { count: branches.length })}
        </Button>
      </div>
      {failure !== null && <NoticeBox kind="attention">{failureText(t, failure)}</NoticeBox>}
      <DataTable
        name="locations-compared"
        caption={w('branches.compare')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        empty={w('branches.notCompared')}
      />
    </div>
  );
}
