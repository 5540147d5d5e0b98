/** List of a site collection. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { SetupCollection } from '../../../main/site/contract/site.ts';
import { searchFor } from '../../shared/search.ts';
import { useAdmin } from '../model/admin.ts';
import { type Item, itemsOf, listOf, nameOf, textOf } from '../model/item.ts';
import { PART_VIEWS } from '../model/parts.ts';
import { address } from '../model/router.ts';
import { LocationFilter, useShownLocation } from '../parts/location-filter.tsx';
import { SameNumbers } from '../parts/same-numbers.tsx';
import { searchText } from './list-cells.tsx';
import { ListFrame } from './list-frame.tsx';

/** All items of a collection with a text search. The filters are kept in the address. */
export function ListScreen({ collection }: { readonly collection: SetupCollection }): JSX.Element | null {
  const { t, site, router, language } = useAdmin();
  const file = site.file.value;
  const { q = '', location: asked = '', state = '' } = router.place.value.query;
  const location = useShownLocation(asked);
  const view = PART_VIEWS[collection];
  const lang = language.id.value;
  // Thousands of items are sorted once, not at each keystroke in the search.
  const all = useMemo(() => (file === null ? [] : inOrder(itemsOf(file, collection), lang)), [file, collection, lang]);
  if (file === null) return null;

  const isFound = searchFor(q);
  const found = all
    .filter((item) => location === '' || belongsTo(item, view.located, location))
    .filter((item) => state === '' || String(item.state ?? 1) === state)
    .filter((item) => isFound(() => searchText(file, item)));
  const refine = (change: Readonly<Record<string, string>>): void => {
    router.refine({ q, location, state, ...change });
  };
  const fresh = address([collection, 'new'], {
    location: location || (file.locations.length === 1 ? (file.locations[0]?.id ?? '') : ''),
  });
  return (
    <ListFrame
      collection={collection}
      name={collection}
      fresh={fresh}
      q={q}
      state={state}
      hasStates={all.some((item) => item.state === 0)}
      refine={refine}
      filters={
        view.located !== undefined && <LocationFilter location={location} onChange={(id) => refine({ location: id })} />
      }
      notice={collection === 'services' && <SameNumbers services={file.services} location={location} />}
      count={t('list.count', { count: found.length, all: all.length })}
      rows={found}
      empty={all.length === 0 ? t('list.none') : t('shared.nothingFound')}
    />
  );
}

/** Sorted by name in the page's language. */
function inOrder(items: readonly Item[], lang: string): readonly Item[] {
  const { compare } = new Intl.Collator(lang, { numeric: true });
  return items.toSorted((one, other) => compare(nameOf(one), nameOf(other)));
}

/** A user without locations belongs to every location. */
function belongsTo(item: Item, field: 'location' | 'locations' | undefined, location: string): boolean {
  if (field === 'location') return textOf(item, field) === location;
  const locations = listOf(item, 'locations');
  return field === undefined || locations.length === 0 || locations.includes(location);
}
