/** Screen of all locations: totals, one row each, and their comparison. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { COMPARE_BRANCHES, LIST_BRANCHES } from '../../../main/reports/contract/endpoints.ts';
import { MAX_COMPARED } from '../../../main/reports/contract/report-document.ts';
import type { BranchesAnswer, BranchView, ComparedBranch } from '../../../main/reports/contract/rest/branches.ts';
import type { RestFailure } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { SelectField, TextField } from '../../shared/components/field.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { searchFor } from '../../shared/search.ts';
import { wallClock } from '../../shared/time.ts';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { address } from '../model/router.ts';
import { useRepeatedRead } from '../model/use-repeated-read.ts';
import { clockTimeOf, duration, number } from '../model/words.ts';
import { Badge, type BadgeKind } from '../parts/badge.tsx';
import { type DataColumn, DataTable } from '../parts/data-table.tsx';
import { FigureCard } from '../parts/figure-card.tsx';
import { Screen } from '../parts/screen.tsx';
import { dayIn, daysOf } from '../reports/spans.ts';

/** Matches the minimum interval of the server's own query. */
const EVERY_MS = 5_000;

const STATES: Readonly<Record<BranchView['state'], BadgeKind>> = {
  unserved: 'fault',
  long: 'attention',
  busy: 'good',
  quiet: 'off',
};

const ORDER = ['unserved', 'long', 'busy', 'quiet'] as const;

const TIMEOUT_MS = 60_000;

/**
 * Figures of the shown locations in a period, each compared with the period before; loaded in chunks, since the server
 * needs time for each.
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
      setRows((known) => [...known, ...answer.value.branches]);
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
    cell: (branch) => (of(branch)[1] === 0 ? '–' : duration(of(branch)[0], lang)),
  });
  const count = (id: string, label: string, value: (branch: ComparedBranch) => number): DataColumn<ComparedBranch> => ({
    id,
    label,
    end: true,
    value,
    cell: (branch) => number(value(branch), lang),
  });
  const columns: readonly DataColumn<ComparedBranch>[] = [
    {
      id: 'name',
      label: t('fields.location'),
      value: ({ name }) => name,
      cell: ({ name }) => <span dir="auto">{name}</span>,
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
    wait('wait', t('report.waitMean'), ({ now }) => [now.waiting_mean, now.waiting_count]),
    wait('wait-before', w('branches.waitBefore'), ({ before }) => [before.waiting_mean, before.waiting_count]),
    wait('wait-p90', t('report.waitP90'), ({ now }) => [now.waiting_p90, now.waiting_count]),
  ];
  return (
    <div class="card card-table">
      <h2 class="table-title">{w('branches.compare')}</h2>
      <div class="filters">
        <TextField label={t('report.from')} type="date" value={from} onInput={setFrom} />
        <TextField label={t('report.to')} type="date" value={to} onInput={setTo} />
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

/** Figures of all locations, and a row for each, those that need attention first. */
export function BranchesScreen(): JSX.Element {
  const { t, language, router } = useAdmin();
  const w = useOfficeWords();
  const { branches, failure } = useBranches();
  const { q = '', state = '', region = '' } = router.place.value.query;
  const lang = language.id.value;
  const all = branches?.branches ?? [];
  const isFound = searchFor(q);
  const field = all.some((branch) => branch.region !== '') ? 'region' : 'city';
  const regions = [...new Set(all.map((branch) => branch[field]))]
    .filter(Boolean)
    .sort(new Intl.Collator(lang).compare);
  const here = all
    .filter((branch) => region === '' || branch[field] === region)
    .filter(({ name, city }) => isFound(() => `${name} ${city}`));
  const found = here.filter((branch) => state === '' || branch.state === state);
  const refine = (change: Readonly<Record<string, string>>): void => router.refine({ q, state, region, ...change });
  return (
    <Screen name="branches" title={t('nav.branches')}>
      <div class="filters">
        <TextField label={w('branches.search')} type="search" value={q} onInput={(text) => refine({ q: text })} />
        {regions.length > 1 && (
          <SelectField
            label={w(`branches.${field}`)}
            value={region}
            options={[{ value: '', label: t('all') }, ...regions.map((name) => ({ value: name, label: name }))]}
            onChange={(value) => refine({ region: value })}
          />
        )}
        <SelectField
          label={t('today.state')}
          value={state}
          options={[
            { value: '', label: t('all') },
            ...ORDER.map((id) => ({
              value: id,
              label: `${w(`branches.state.${id}`)} (${here.filter((branch) => branch.state === id).length})`,
            })),
          ]}
          onChange={(value) => refine({ state: value })}
        />
      </div>
      {failure !== null && <NoticeBox kind="attention">{failureText(t, failure)}</NoticeBox>}
      {branches !== null && <Totals branches={found} />}
      <p class="count" role="status">
        {branches === null
          ? t('loading')
          : w('branches.shown', {
              count: found.length,
              all: all.length,
              time: clockTimeOf(branches.at, lang),
            })}
      </p>
      {branches !== null && (
        <>
          <div class="card card-table">
            <BranchTable branches={found} />
          </div>
          <BranchComparison branches={found} />
        </>
      )}
    </Screen>
  );
}

interface BranchListProps {
  readonly branches: readonly BranchView[];
}

/** Sums of the shown locations, and the one with the longest wait. */
function Totals({ branches }: BranchListProps): JSX.Element {
  const { t, language, chooseLocation } = useAdmin();
  const w = useOfficeWords();
  const lang = language.id.value;
  const sum = (value: (branch: BranchView) => number): number =>
    branches.reduce((total, branch) => total + value(branch), 0);
  const slowest = branches
    .filter(({ waiting }) => waiting > 0)
    .reduce<BranchView | null>(
      (most, each) => (most === null || each.longest_wait > most.longest_wait ? each : most),
      null,
    );
  const alarms = sum((branch) => branch.alarms);
  return (
    <dl class="figures">
      <FigureCard
        label={t('today.waiting')}
        value={number(
          sum(({ waiting }) => waiting),
          lang,
        )}
      />
      <FigureCard
        label={w('branches.longest')}
        value={slowest === null ? '–' : duration(slowest.longest_wait, lang)}
        look={slowest?.state === 'long' || slowest?.state === 'unserved' ? 'attention' : 'plain'}
        more={
          slowest === null ? (
            ''
          ) : (
            <a href={address(['today'])} dir="auto" onClick={() => chooseLocation(slowest.id)}>
              {slowest.name}
            </a>
          )
        }
      />
      <FigureCard
        label={w('branches.serving')}
        value={w('branches.of', {
          serving: number(
            sum(({ serving }) => serving),
            lang,
          ),
          desks: number(
            sum(({ desks }) => desks),
            lang,
          ),
        })}
      />
      <FigureCard
        label={t('nav.alarms')}
        value={number(alarms, lang)}
        look={alarms > 0 ? 'attention' : 'plain'}
        more={alarms === 0 ? '' : <a href={address(['alarms'])}>{w('branches.showAlarms')}</a>}
      />
    </dl>
  );
}

/** A row for each location; its name leads to its day, and its alerts to those of the location. */
function BranchTable({ branches }: BranchListProps): JSX.Element {
  const { t, language, chooseLocation } = useAdmin();
  const w = useOfficeWords();
  const lang = language.id.value;
  const columns: readonly DataColumn<BranchView>[] = [
    {
      id: 'name',
      label: t('fields.location'),
      value: ({ name }) => name,
      cell: ({ id, name }) => (
        <a class="list-name" href={address(['today'])} dir="auto" onClick={() => chooseLocation(id)}>
          {name}
        </a>
      ),
    },
    {
      id: 'state',
      label: t('today.state'),
      value: ({ state }) => w(`branches.state.${state}`),
      cell: ({ state }) => <Badge kind={STATES[state]}>{w(`branches.state.${state}`)}</Badge>,
    },
    {
      id: 'alarms',
      label: t('nav.alarms'),
      end: true,
      value: ({ alarms }) => alarms,
      cell: ({ id, name, alarms }) =>
        alarms === 0 ? (
          '–'
        ) : (
          <a href={address(['alarms'], { location: id })}>
            <Badge kind="fault">
              {number(alarms, lang)}
              <span class="spoken">
                {' '}
                {t('nav.alarms')} {name}
              </span>
            </Badge>
          </a>
        ),
    },
    count('waiting', t('today.waiting'), ({ waiting }) => waiting),
    {
      ...count('longest', w('branches.longest'), ({ longest_wait }) => longest_wait),
      cell: ({ waiting, longest_wait }) => (waiting === 0 ? '–' : duration(longest_wait, lang)),
    },
    {
      ...count('average', w('branches.average'), ({ average_wait }) => average_wait),
      cell: ({ average_wait }) => (average_wait < 0 ? '–' : duration(average_wait, lang)),
    },
    {
      ...count('serving', w('branches.serving'), ({ serving }) => serving),
      cell: ({ serving, desks }) => w('branches.of', { serving, desks }),
    },
    textColumn('city', w('branches.city')),
    { ...textColumn('region', w('branches.region')), optional: true },
  ];
  return (
    <DataTable
      name="locations-now"
      caption={t('nav.branches')}
      columns={columns}
      rows={branches}
      rowId={({ id }) => id}
      empty={t('shared.nothingFound')}
    />
  );

  function count(id: string, label: string, value: (branch: BranchView) => number): DataColumn<BranchView> {
    return { id, label, end: true, value, cell: (branch) => number(value(branch), lang) };
  }
}

function textColumn(id: 'city' | 'region', label: string): DataColumn<BranchView> {
  return { id, label, value: (branch) => branch[id], cell: (branch) => <span dir="auto">{branch[id]}</span> };
}

/** State of all locations, polled while the page is visible. */
function useBranches(): { readonly branches: BranchesAnswer | null; readonly failure: RestFailure | null } {
  const { session } = useAdmin();
  const [branches, setBranches] = useState<BranchesAnswer | null>(null);
  const [failure, setFailure] = useState<RestFailure | null>(null);
  const read = async (isWanted: () => boolean): Promise<void> => {
    const answer = await session.rest.call(LIST_BRANCHES, {});
    if (!isWanted()) return;
    if (answer.ok) setBranches(answer.value);
    setFailure(answer.ok ? null : answer.error);
  };
  useRepeatedRead(read, EVERY_MS, [session]);
  return { branches, failure };
}
