/** Screen of all locations as tiles. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { COMPARE_BRANCHES, LIST_BRANCHES } from '../../../main/reports/contract/endpoints.ts';
import { MAX_COMPARED } from '../../../main/reports/contract/report-document.ts';
import type { BranchesAnswer, BranchView, ComparedBranch } from '../../../main/reports/contract/rest/branches.ts';
import type { RestFailure } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { SelectField, TextField } from '../../shared/components/field.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { numbers, type TableColumn } from '../../shared/components/table.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { searchFor } from '../../shared/search.ts';
import { wallClock } from '../../shared/time.ts';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { address } from '../model/router.ts';
import { useRepeatedRead } from '../model/use-repeated-read.ts';
import { clockLength, clockTimeOf, number } from '../model/words.ts';
import { Badge, type BadgeKind } from '../parts/badge.tsx';
import { Screen } from '../parts/screen.tsx';
import { TableCard } from '../parts/table-card.tsx';
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

/** Tiles that fit on a long page; more on request. */
const PAGE = 120;

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
  const length = (seconds: number, count: number): string => (count === 0 ? '–' : clockLength(seconds));
  const columns: readonly TableColumn<ComparedBranch>[] = [
    { id: 'name', label: t('fields.location'), cell: ({ name }) => <span dir="auto">{name}</span> },
    numbers('issued', t('report.issued'), ({ now }) => number(now.issued, lang)),
    numbers('more', w('branches.change'), ({ now, before }) => change(now.issued, before.issued)),
    numbers('served', t('report.served'), ({ now }) => number(now.served, lang)),
    numbers('missed', t('report.no_shows'), ({ now }) => number(now.no_shows, lang)),
    numbers('wait', t('report.waitMean'), ({ now }) => length(now.waiting_mean, now.waiting_count)),
    numbers('wait-before', w('branches.waitBefore'), ({ before }) => length(before.waiting_mean, before.waiting_count)),
    numbers('wait-p90', t('report.waitP90'), ({ now }) => length(now.waiting_p90, now.waiting_count)),
  ];
  return (
    <TableCard
      title={w('branches.compare')}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      empty={w('branches.notCompared')}
    >
      <div class="filters">
        <TextField label={t('report.from')} type="date" value={from} onInput={setFrom} />
        <TextField label={t('report.to')} type="date" value={to} onInput={setTo} />
        <Button busy={busy} onClick={() => void compare()}>
          {w('branches.compareNow', { count: branches.length })}
        </Button>
      </div>
      {failure !== null && <NoticeBox kind="attention">{failureText(t, failure)}</NoticeBox>}
    </TableCard>
  );
}

/** All locations as tiles, those that need attention first; each links to its figures. */
export function BranchesScreen(): JSX.Element {
  const { t, language, router } = useAdmin();
  const w = useOfficeWords();
  const { branches, failure } = useBranches();
  const [shown, setShown] = useState(PAGE);
  const { q = '', state = '' } = router.place.value.query;
  const lang = language.id.value;
  const all = branches?.branches ?? [];
  const isFound = searchFor(q, lang);
  const found = all
    .filter((branch) => state === '' || branch.state === state)
    .filter(({ name, city }) => isFound(() => `${name} ${city}`));
  const refine = (change: Readonly<Record<string, string>>): void => {
    setShown(PAGE);
    router.refine({ q, state, ...change });
  };
  return (
    <Screen name="branches" title={t('nav.branches')}>
      <div class="filters">
        <TextField label={w('branches.search')} type="search" value={q} onInput={(text) => refine({ q: text })} />
        <SelectField
          label={t('today.state')}
          value={state}
          options={[
            { value: '', label: t('all') },
            ...ORDER.map((id) => ({
              value: id,
              label: `${w(`branches.state.${id}`)} (${all.filter((branch) => branch.state === id).length})`,
            })),
          ]}
          onChange={(value) => refine({ state: value })}
        />
      </div>
      {failure !== null && <NoticeBox kind="attention">{failureText(t, failure)}</NoticeBox>}
      <p class="count" role="status">
        {branches === null
          ? t('loading')
          : w('branches.shown', {
              count: found.length,
              all: all.length,
              time: clockTimeOf(branches.at, lang),
            })}
      </p>
      <ul class="branches">
        {found.slice(0, shown).map((branch) => (
          <Tile key={branch.id} branch={branch} />
        ))}
      </ul>
      {found.length > shown && (
        <Button onClick={() => setShown(shown + PAGE)}>{t('list.more', { count: found.length - shown })}</Button>
      )}
      {branches !== null && <BranchComparison branches={found} />}
    </Screen>
  );
}

function Tile({ branch }: { readonly branch: BranchView }): JSX.Element {
  const { t, chooseLocation, router, language } = useAdmin();
  const w = useOfficeWords();
  const {
    id,
    name,
    city,
    state,
    waiting,
    longest_wait: longest,
    average_wait: average,
    serving,
    desks,
    alarms,
  } = branch;
  return (
    <li class={`card branch branch-${state}`}>
      <h2>
        <Button
          look="plain"
          onClick={() => {
            chooseLocation(id);
            router.go(address(['today']));
          }}
        >
          <span dir="auto">{name}</span>
        </Button>
      </h2>
      {city !== '' && (
        <p class="soft">
          <span dir="auto">{city}</span>
        </p>
      )}
      <p class="adds">
        <Badge kind={STATES[state]}>{w(`branches.state.${state}`)}</Badge>
        {alarms > 0 && (
          <a href={address(['alarms'], { location: id })}>
            <Badge kind="fault">
              {t('nav.alarms')}
              {t('shared.colon')}
              {number(alarms, language.id.value)}
            </Badge>
          </a>
        )}
      </p>
      <dl class="branch-figures">
        <dt>{t('today.waiting')}</dt>
        <dd>{waiting}</dd>
        <dt>{w('branches.longest')}</dt>
        <dd>{waiting === 0 ? '–' : clockLength(longest)}</dd>
        <dt>{w('branches.average')}</dt>
        <dd>{average < 0 ? '–' : clockLength(average)}</dd>
        <dt>{w('branches.serving')}</dt>
        <dd>{w('branches.of', { serving, desks })}</dd>
      </dl>
    </li>
  );
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
