/** Differences between two states of a site, for a preview. */

import { type AuditField, changedFields } from '../../../audit/rules/audit.ts';
import { isSame } from '../../../lib/deep-equal.ts';
import { listDifference } from '../../../lib/lists.ts';
import type { SlicedWork } from '../../../lib/steps.ts';
import { SETUP_COLLECTIONS, type SetupCollection, type SiteSetup } from '../../contract/site.ts';

export interface ItemDifference {
  readonly collection: SetupCollection;
  readonly id: string;
  readonly name: string;
  /** Id of its location; empty if it has none, or is one. */
  readonly location: string;
  readonly what: 'new' | 'changed' | 'gone';
  /** Changed fields of a changed item. */
  readonly fields: readonly AuditField[];
}

interface Item {
  readonly id: string;
  readonly name?: string;
  readonly username?: string;
  readonly location?: string;
}

/** In the order of the collections and of the site. */
export function* differences(before: SiteSetup, after: SiteSetup): SlicedWork<readonly ItemDifference[]> {
  const found: ItemDifference[] = [];
  for (const collection of SETUP_COLLECTIONS) {
    for (const each of yield* ofCollection(collection, before[collection], after[collection])) found.push(each);
  }
  return found;
}

function* ofCollection(
  collection: SetupCollection,
  before: readonly Item[],
  after: readonly Item[],
): SlicedWork<readonly ItemDifference[]> {
  yield;
  const { gone, fresh } = listDifference<Item>(before, after);
  const old = new Map(gone.map((item) => [item.id, item]));
  const found: ItemDifference[] = [];
  for (const { item } of fresh) {
    yield;
    const was = old.get(item.id);
    old.delete(item.id);
    if (isSame(was, item)) continue;
    const fields = was === undefined ? [] : changedFields(collection, was, item);
    if (was !== undefined && fields.length === 0) continue;
    found.push({ collection, ...nameOf(item), what: was === undefined ? 'new' : 'changed', fields });
  }
  for (const item of old.values()) found.push({ collection, ...nameOf(item), what: 'gone', fields: [] });
  return found;
}

function nameOf({
  id,
  name = '',
  username = '',
  location = '',
}: Item): Pick<ItemDifference, 'id' | 'name' | 'location'> {
  return { id, name: name || username || id, location };
}
