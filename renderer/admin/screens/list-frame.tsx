/** Frame of a list: search, count, table. */
import type { ComponentChildren, JSX } from 'preact';
import { BULK_COLLECTIONS, ORDERED_COLLECTIONS, TABLE_COLLECTIONS } from '../../../main/site/contract/bulk-edit.ts';
import type { CollectionName } from '../../../main/site/contract/site.ts';
import { Button } from '../../shared/components/button.tsx';
import { Of, SelectField, TextField } from '../../shared/components/field.tsx';
import { Mark } from '../../shared/components/mark.tsx';
import { ATTENTION, PLUS } from '../../shared/components/marks.ts';
import { Table, type TableColumn } from '../../shared/components/table.tsx';
import type { LiveSnapshot } from '../../shared/live-feed.ts';
import type { LiveDevices } from '../devices/board-order.ts';
import { useAdmin } from '../model/admin.ts';
import { type Item, nameOf } from '../model/item.ts';
import { PART_VIEWS } from '../model/parts.ts';
import { address } from '../model/router.ts';
import { Screen } from '../parts/screen.tsx';
import { cellOf, placeOf } from './list-cells.tsx';

/** So many are shown at once; more when asked for. */
export const LIST_PAGE = 200;

export interface ListFrameProps {
  readonly collection: CollectionName;
  /** Of the screen, for whoever waits for it. */
  readonly name: string;
  /** Where one more is made. */
  readonly fresh: string;
  /** What is looked for, as it stands in the address. */
  readonly q: string;
  readonly state: string;
  /** Whether some may be out of use. */
  readonly hasStates: boolean;
  readonly refine: (change: Readonly<Record<string, string>>) => void;
  /** What else can be done here, beside making one more. */
  readonly actions?: ComponentChildren;
  /** Between what is looked for and the state. */
  readonly filters: ComponentChildren;
  /** What went wrong, above the list. */
  readonly notice?: ComponentChildren;
  /** How many there are, in words. */
  readonly count: ComponentChildren;
  /** Null before the first have come. */
  readonly rows: readonly Item[] | null;
  /** Said instead of no rows. */
  readonly empty: string;
  /** How to see more; null when all are there. */
  readonly more: { readonly label: string; readonly show: () => void } | null;
  /** How devices are: what is heard of their locations, and each by its id. */
  readonly live?: ReadonlyMap<string, LiveSnapshot>;
  readonly devices?: LiveDevices;
}

/** The screen of a list: what is looked for above it, how many were found, and the table with a line for each. */
export function ListFrame(props: ListFrameProps): JSX.Element {
  const { t, rights } = useAdmin();
  const { collection, q, state, refine, rows, more } = props;
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
      {rows !== null && (
        <div class="card card-table">
          <Table
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

/** What can be done with many of them at once. */
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

/** The name leads to the thing, and says whether it is being edited. */
function useColumns({
  collection,
  rows,
  live = new Map(),
  devices = new Map(),
}: ListFrameProps): readonly TableColumn<Item>[] {
  const { t, site, drafts, language } = useAdmin();
  const file = site.file.value;
  if (file === null) return [];
  const names = new Set<string>();
  // Of two that are called the same the location is heard too.
  const shared = new Set<string>();
  for (const name of (rows ?? []).map(nameOf)) (names.has(name) ? shared : names).add(name);
  const context = { t, file, language: language.id.value, live, devices, collection };
  return [
    {
      id: 'name',
      label: t('fields.name'),
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
    })),
  ];
}
