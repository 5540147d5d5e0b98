/**
 * Transfer of a large site to the store's thread in parts.
 *
 * A write is sent in parts, and written in one transaction with the last one. A read is paged.
 */
import type { Db } from '../../database/sqlite/db.ts';
import type { SiteChange, StoredItem } from '../../site/operations/site-changes.ts';
import type { PlacedChange } from '../../site/sql/site-items.ts';
import type { SitePartTask } from './protocol.ts';

export const PART_ITEMS = 2_000;
/** Characters per part: serialising 100 kB takes 1 ms. */
const PART_LETTERS = 500_000;

/** Parts in order; the last one is sent with the change itself. */
export function inParts(put: readonly StoredItem[]): readonly (readonly StoredItem[])[] {
  const parts: StoredItem[][] = [];
  let part: StoredItem[] = [];
  let letters = 0;
  for (const item of put) {
    if (part.length === PART_ITEMS || (part.length > 0 && letters + item.body.length > PART_LETTERS)) {
      parts.push(part);
      part = [];
      letters = 0;
    }
    part.push(item);
    letters += item.body.length;
  }
  return [...parts, part];
}

export interface SiteParts {
  keep(task: SitePartTask): void;
  /** The change with all its parts. Throws if one is missing, for example after a restart of the thread. */
  whole(change: SiteChange, before: number): SiteChange;
  forget(): void;
}

export function createSiteParts(): SiteParts {
  let parts: (readonly StoredItem[])[] = [];
  return {
    keep({ place, put }) {
      if (place === 0) parts = [];
      parts[place] = put;
    },
    whole(change, before) {
      if (before === 0) return change;
      const there = parts.filter((part) => part !== undefined);
      if (there.length !== before)
        throw new Error('The database thread restarted during the transfer of a large site.');
      return { ...change, put: [...there, change.put].flat() };
    },
    forget() {
      parts = [];
    },
  };
}

/** Cached, because this process is the only writer, and finding the last position needs a scan. */
const lastPositions = new WeakMap<Db, number>();

/** The change with positions for new items. */
export function inPlaces(db: Db, change: SiteChange): PlacedChange {
  const last =
    lastPositions.get(db) ?? db.get<{ last: number | null }>('SELECT max(position) AS last FROM site_item')?.last ?? 0;
  lastPositions.set(db, last + change.put.length);
  return { ...change, put: change.put.map((item, index) => ({ ...item, position: last + 1 + index })) };
}
