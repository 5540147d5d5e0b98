/**
 * Site items read from a database, page by page.
 *
 * Page by page, because all of a large one are too much for one answer.
 */
import type { ItemKey, StoredItem } from '../operations/site-changes.ts';

export interface PlacedItem extends StoredItem {
  readonly position: number;
}

export interface SitePageInput {
  /** The last one that was read. */
  readonly after: ItemKey | null;
  readonly limit: number;
}

export const PAGE_ITEMS = 50_000;

/** In the order of the site file. */
export function inOrder(items: readonly PlacedItem[]): readonly StoredItem[] {
  return items
    .toSorted((one, other) => one.position - other.position)
    .map(({ collection, id, body }) => ({ collection, id, body }));
}
