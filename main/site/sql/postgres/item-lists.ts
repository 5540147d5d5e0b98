/** Items of the site, many together, as values of one statement. */

import { storable } from '../../../database/postgres/statement.ts';
import type { StoredItem } from '../../operations/site-changes.ts';

type Named = Pick<StoredItem, 'collection' | 'id'>;

/** One statement cannot change a row twice: what is said last of an item is what holds, at the place of the first. */
export function eachOnce<T extends Named>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [`${item.collection}\n${item.id}`, item])).values()];
}

/** What `NAMED` takes. */
export function namesOf(items: readonly Named[]): readonly [readonly string[], readonly string[], number] {
  return [items.map(({ collection }) => collection), items.map(({ id }) => storable(id)), items.length];
}

/** The items of two lists, `$1` and `$2`. The limit `$3` is all of them, so that each is looked up: see `changeOfMany`. */
export const NAMED = '(SELECT * FROM unnest($1::text[], $2::text[]) AS r (collection, id) LIMIT $3) AS r';
