/** Screen of all locations: totals, one row each, and their comparison. */
import type { JSX } from 'preact';
import { durationWords } from '../../../main/lib/duration-words.ts';
import type { BranchView } from '../../../main/reports/contract/rest/branches.ts';
import { SelectField, TextField } from '../../shared/components/field.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { searchFor } from '../../shared/search.ts';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { address } from '../model/router.ts';
import { clockTimeOf, number } from '../model/words.ts';
import { Badge } from '../parts/badge.tsx';
import { type DataColumn, DataTable } from '../parts/data-table.tsx';
import { KpiTile } from '../parts/kpi-tile.tsx';
import { Screen } from '../parts/screen.tsx';
import { BranchComparison } from './branch-comparison.tsx';
import { branchesIn, regionField } from './branches-in.ts';
import { openWall } from './open-wall.ts';
import { BRANCH_BADGES, useBranches } from './use-branches.ts';

const ORDER = ['unserved', 'long', 'busy', 'quiet'] as const;

/** Figures of all locations, and a row for each, those that need attention first. */
export function BranchesScreen(): JSX.Element {
  const { t, language, router } = useAdmin();
  const w = useOfficeWords();
  const { branches, failure } = useBranches();
  const { q = '', state = '', region = '' } = router.place.value.query;
  const lang = language.id.value;
  const all = branches?.branches ?? [];
  const isFound = searchFor(q);
  const field = regionField(all);
  const regions = [...new Set(all.map((branch) => branch[field]))]
    .filter(Boolean)
    .sort(new Intl.Collator(lang).compare);
  const here = branchesIn(all, { region, state: '' }).filter(({ name, city }) => isFound(() => `${name} ${city}`));
  const found = here.filter((branch) => state === '' || branch.state === state);
  const refine = (change: Readonly<Record<string, string>>): void => router.refine({ q, state, region, ...change });
  return (
    <Screen
      name="branches"
      title={t('nav.branches')}
      actions={
        <a class="button" href={address(['wall'], { region, state })} onClick={openWall}>
          {w('branches.wall')}
        </a>
      }
    >
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
      <KpiTile
        label={t('today.waiting')}
        value={number(
          sum(({ waiting }) => waiting),
          lang,
        )}
      />
      <KpiTile
        label={w('branches.longest')}
        value={slowest === null ? '–' : durationWords(slowest.longest_wait, lang)}
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
      <KpiTile
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
      <KpiTile
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
      cell: ({ state }) => <Badge kind={BRANCH_BADGES[state]}>{w(`branches.state.${state}`)}</Badge>,
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
      cell: ({ waiting, longest_wait }) => (waiting === 0 ? '–' : durationWords(longest_wait, lang)),
    },
    {
      ...count('average', w('branches.average'), ({ average_wait }) => average_wait),
      cell: ({ average_wait }) => (average_wait < 0 ? '–' : durationWords(average_wait, lang)),
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
