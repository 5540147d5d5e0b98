import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SetupCollection } from '../../../main/contract/site.ts';
import { Button } from '../../shared/components/button.tsx';
import { SelectField, TextField } from '../../shared/components/field.tsx';
import { Mark } from '../../shared/components/mark.tsx';
import { ATTENTION, PLUS } from '../../shared/components/marks.ts';
import { type Column, Table } from '../../shared/components/table.tsx';
import { useAdmin } from '../model/admin.ts';
import { useLive } from '../model/feeds.ts';
import { type Item, itemsOf, listOf, nameOf, textOf } from '../model/item.ts';
import { PART_VIEWS } from '../model/parts.ts';
import { address } from '../model/router.ts';
import { Screen } from '../parts/screen.tsx';
import { cellOf, searchText } from './list-cells.tsx';

/** So many are drawn at once; more when asked for. */
const PAGE = 200;

/** All things of a collection, found by what is written in them. What is looked for stands in the address. */
export function ListScreen({ collection }: { readonly collection: SetupCollection }): JSX.Element | null {
  const { t, site, router, drafts, language, feeds } = useAdmin();
  const [shown, setShown] = useState(PAGE);
  const file = site.file.value;
  const { q = '', location = '', state = '' } = router.place.value.query;
  const view = PART_VIEWS[collection];
  const live = useLive(feeds, collection === 'devices' ? (file?.locations ?? []).map(({ id }) => id) : []);
  if (file === null) return null;

  const all = itemsOf(file, collection);
  const wanted = q.trim().toLocaleLowerCase(language.id.value);
  const found = all
    .filter((item) => location === '' || belongsTo(item, view.located, location))
    .filter((item) => state === '' || String(item.state ?? 1) === state)
    .filter((item) => wanted === '' || searchText(file, item).toLocaleLowerCase(language.id.value).includes(wanted))
    .sort((a, b) => nameOf(a).localeCompare(nameOf(b), language.id.value, { numeric: true }));
  const refine = (change: Readonly<Record<string, string>>): void => {
    setShown(PAGE);
    router.refine({ q, location, state, ...change });
  };
  const fresh = address([collection, 'new'], {
    location: location || (file.locations.length === 1 ? (file.locations[0]?.id ?? '') : ''),
  });
  const isOpen = (item: Item): boolean => drafts.all.value.has(`${collection}/${String(item.id)}`);
  const context = { t, file, language: language.id.value, live, collection };

  const columns: readonly Column<Item>[] = [
    {
      id: 'name',
      label: t('fields.name'),
      cell: (item) => (
        <a class="list-name" href={address([collection, String(item.id)])} dir="auto">
          {nameOf(item)}
          {isOpen(item) && (
            <span class="badge badge-attention">
              <Mark path={ATTENTION} />
              {t('drafts.mark')}
            </span>
          )}
        </a>
      ),
    },
    ...view.columns.map((field) => ({
      id: field,
      label: t([`fieldsOf.${collection}.${field}`, `fields.${field}`]),
      cell: (item: Item) => cellOf(context, field, item),
    })),
  ];
  return (
    <Screen
      name={collection}
      title={t(`nav.${collection}`)}
      actions={
        <a class="button button-main" href={fresh}>
          <Mark path={PLUS} />
          {t(`one.${collection}.add`)}
        </a>
      }
    >
      <p class="lead">{t(`about.${collection}`)}</p>
      <search class="filters">
        <TextField label={t('shared.search')} type="search" value={q} onInput={(value) => refine({ q: value })} />
        {view.located !== undefined && file.locations.length > 1 && (
          <SelectField
            label={t('fields.location')}
            value={location}
            options={[
              { value: '', label: t('all') },
              ...file.locations.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(value) => refine({ location: value })}
          />
        )}
        {all.some((item) => item.state === 0) && (
          <SelectField
            label={t('fields.state')}
            value={state}
            options={[
              { value: '', label: t('all') },
              { value: '1', label: t('state.on') },
              { value: '0', label: t('state.off') },
            ]}
            onChange={(value) => refine({ state: value })}
          />
        )}
      </search>
      <p class="count" role="status">
        {t('list.count', { count: found.length, all: all.length })}
      </p>
      <div class="card card-table">
        <Table
          caption={t(`nav.${collection}`)}
          columns={columns}
          rows={found.slice(0, shown)}
          rowId={(item) => String(item.id)}
          empty={all.length === 0 ? t('list.none') : t('shared.nothingFound')}
        />
        {found.length > shown && (
          <Button class="more" onClick={() => setShown(shown + PAGE)}>
            {t('list.more', { count: found.length - shown })}
          </Button>
        )}
      </div>
    </Screen>
  );
}

/** A user without locations works everywhere. */
function belongsTo(item: Item, field: 'location' | 'locations' | undefined, location: string): boolean {
  if (field === 'location') return textOf(item, field) === location;
  const locations = listOf(item, 'locations');
  return field === undefined || locations.length === 0 || locations.includes(location);
}
