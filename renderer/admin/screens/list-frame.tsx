/** Frame of a list: search, count, table. */
import type { ComponentChildren, JSX } from 'preact';
import { BULK_COLLECTIONS, ORDERED_COLLECTIONS } from '../../../main/site/contract/bulk-edit.ts';
import type { CollectionName } from '../../../main/site/contract/site.ts';
import { TABLE_COLLECTIONS } from '../../../main/site/contract/table-columns.ts';
import { Button } from '../../shared/components/button.tsx';
import { Of, SelectField, TextField } from '../../shared/components/field.tsx';
import { PLUS } from '../../shared/components/kiosk-staff-marks.ts';
import { Mark } from '../../shared/components/mark.tsx';
import { ATTENTION } from '../../shared/components/marks.ts';
import { Skeleton } from '../../shared/components/skeleton.tsx';
import type { LiveSnapshot } from '../../shared/live-feed.ts';
import type { LiveDevices } from '../devices/board-order.ts';
import { useAdmin } from '../model/admin.ts';
import { type Item, nameOf } from '../model/item.ts';
import { PART_VIEWS } from '../model/parts.ts';
import { address } from '../model/router.ts';
import { type DataColumn, DataTable } from '../parts/data-table.tsx';
import { Screen } from '../parts/screen.tsx';
import { cellOf, cellValue, placeOf } from './list-cells.tsx';

/** Rows that the server sends at once. */
export const LIST_PAGE = 200;

/** Devices drawn at first; issues fit into them. */
const BOARD_PAGE = 50;

export interface ListFrameProps {
  readonly collection: CollectionName;
  /** Name of the screen, which tests wait for. */
  readonly name: string;
  /** Address of the editor for a new item. */
  readonly fresh: string;
  /** Search text. */
  readonly q: string;
  readonly state: string;
  /** Whether items can be disabled. */
  readonly hasStates: boolean;
  readonly refine: (change: Readonly<Record<string, string>>) => void;
  /** Further actions besides adding an item. */
  readonly actions?: ComponentChildren;
  /** Filters between the search and the state. */
  readonly filters: ComponentChildren;
  /** Notice or failure above the list. */
  readonly notice?: ComponentChildren;
  /** Number of items, as text. */
  readonly count: ComponentChildren;
  /** Null until the first rows are loaded. */
  readonly rows: readonly Item[] | null;
  /** Text for an empty list. */
  readonly empty: string;
  /** Loads more rows from the server; absent if all are loaded. */
  readonly more?: { readonly label: string; readonly show: () => void } | null;
  /** Live state of devices: snapshots by location, and devices by id. */
  readonly live?: ReadonlyMap<string, LiveSnapshot>;
  readonly devices?: LiveDevices;
}

/** Screen of a list: search, count, and the table with a row per item. */
export function ListFrame(props: ListFrameProps): JSX.Element {
  const { t, rights } = useAdmin();
  const { collection, q, state, refine, rows, more = null } = props;
  const columns = useColumns(props);
  return (
    <Screen
      name={props.name}
      title={t(`nav.${collection}`)}
      actions={
        <>
          {props.actions}
          <ManyLinks collection={collection} />
          {rights.mayAdd(collection) && (
            <a class="button button-main" href={props.fresh}>
              <Mark path={PLUS} />
              {t(`one.${collection}.add`)}
            </a>
          )}
        </>
      }
    >
      <p class="lead">{t(`about.${collection}`)}</p>
      <search class="filters">
        <TextField label={t('shared.search')} type="search" value={q} onInput={(value) => refine({ q: value })} />
        {props.filters}
        {props.hasStates && (
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
      {props.notice}
      <p class="count" role="status">
        {props.count}
      </p>
      {rows === null && props.name === 'loading' && <Skeleton rows={8} />}
      {rows !== null && (
        <div class="card card-table">
          <DataTable
            key={collection}
            name={collection}
            {...(collection === 'devices' ? { page: BOARD_PAGE } : {})}
            caption={t(`nav.${collection}`)}
            columns={columns}
            rows={rows}
            rowId={(item) => String(item.id)}
            empty={props.empty}
          />
          {more !== null && (
            <Button class="more" onClick={more.show}>
              {more.label}
            </Button>
          )}
        </div>
      )}
    </Screen>
  );
}

/** Bulk actions of a collection. */
function ManyLinks({ collection }: { readonly collection: CollectionName }): JSX.Element | null {
  const { t, rights, router } = useAdmin();
  if (!rights.sees('many')) return null;
  const { location = '' } = router.place.value.query;
  const ways = [
    ...(collection === 'locations' && rights.mayAdd(collection) ? ['copy'] : []),
    ...(isOneOf(ORDERED_COLLECTIONS, collection) ? ['order'] : []),
    ...(isOneOf(TABLE_COLLECTIONS, collection) ? ['table'] : []),
    ...(isOneOf(BULK_COLLECTIONS, collection) ? ['change'] : []),
  ];
  return (
    <>
      {ways.map((way) => (
        <a key={way} class="button" href={address(['many', way], { collection, location })}>
          {t(`many.${way}`)}
        </a>
      ))}
    </>
  );
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

/** Columns; the name links to the editor and marks unsaved items. */
function useColumns({
  collection,
  rows,
  live = new Map(),
  devices = new Map(),
}: ListFrameProps): readonly DataColumn<Item>[] {
  const { t, site, drafts, language } = useAdmin();
  const file = site.file.value;
  if (file === null) return [];
  const names = new Set<string>();
  // Screen readers also get the location of items with equal names.
  const shared = new Set<string>();
  for (const name of (rows ?? []).map(nameOf)) (names.has(name) ? shared : names).add(name);
  const context = { t, file, language: language.id.value, live, devices, collection };
  return [
    {
      id: 'name',
      label: t('fields.name'),
      value: nameOf,
      cell: (item) => (
        <a class="list-name" href={address([collection, String(item.id)])} dir="auto">
          {nameOf(item)}
          <Of name={shared.has(nameOf(item)) ? placeOf(file, item) : ''} />
          {drafts.all.value.has(`${collection}/${String(item.id)}`) && (
            <span class="badge badge-attention">
              <Mark path={ATTENTION} />
              {t('drafts.mark')}
            </span>
          )}
        </a>
      ),
    },
    ...PART_VIEWS[collection].columns.map((field) => ({
      id: field,
      label: t([`fieldsOf.${collection}.${field}`, `fields.${field}`]),
      cell: (item: Item) => cellOf(context, field, item),
      ...(field === 'visit' ? {} : { value: (item: Item) => cellValue(context, field, item) }),
    })),
  ];
}
