/**
 * Index of site items by id and name.
 *
 * One look at each thing, then none for a row.
 */

import { foldText } from '../../../lib/fold-text.ts';
import type { SlicedWork } from '../../../lib/steps.ts';
import type { TableCollection } from '../../contract/bulk-edit.ts';
import type { SiteSetup } from '../../contract/site.ts';
import { itemsOf } from '../site-items.ts';
import type { TableColumnKind } from './table-columns.ts';

type Item = Readonly<Record<string, unknown>> & { readonly id: string };
type Referred = Extract<TableColumnKind, { to: string }>['to'];

export interface SiteIndex {
  byId(collection: TableCollection, id: string): Item | undefined;
  userNamed(username: string): Item | undefined;
  /** Of the location, whatever its capitals and accents. */
  named(collection: Exclude<TableCollection, 'users'>, name: string, location: string): readonly Item[];
  /** Ids of things that are meant by an id or a name; of things of locations those there, or anywhere (empty). */
  find(to: Referred, text: string, location: string): readonly string[];
}

const REFERRED: readonly Referred[] = ['locations', 'services', 'service_groups', 'desks', 'role_sets'];

export function* siteIndex(file: SiteSetup, collection: TableCollection): SlicedWork<SiteIndex> {
  const names = new Map<string, Item[]>();
  for (const to of REFERRED) {
    for (const item of file[to] as readonly Item[]) {
      const key = `${to}\n${foldText(String(item.name))}`;
      const others = names.get(key);
      if (others === undefined) names.set(key, [item]);
      else others.push(item);
      yield;
    }
  }
  // Prepared by the first look, which takes as long as all others together.
  itemsOf(collection, file[collection] as never).byId('');
  yield;
  const byId = (of: TableCollection | Referred, id: string): Item | undefined =>
    itemsOf(of, file[of] as never).byId(id) as Item | undefined;
  const known = (to: Referred, name: string): readonly Item[] => names.get(`${to}\n${foldText(name)}`) ?? [];
  return {
    byId,
    userNamed: (username) => itemsOf('users', file.users).byKey(username) as Item | undefined,
    named: (of, name, location) => known(of, name).filter((item) => item.location === location),
    find(to, text, location) {
      const exact = byId(to, text);
      if (exact !== undefined) return [exact.id];
      return known(to, text)
        .filter((item) => location === '' || item.location === undefined || item.location === location)
        .map(({ id }) => id);
    },
  };
}
