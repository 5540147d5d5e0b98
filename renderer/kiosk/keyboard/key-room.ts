/**
 * Choice of the keyboard by available space for 20 mm keys.
 *
 * The one that people know, the same without its row of digits, or one that shows its letters a page at a time.
 * Lengths are in pixels.
 */
export interface KeyRoom {
  readonly width: number;
  readonly height: number;
  /** Least side of a key. */
  readonly key: number;
  readonly gap: number;
}

export interface Cells {
  readonly columns: number;
  readonly rows: number;
}

/** Of a box that is drawn at parts of a pixel. */
const ROUNDING = 0.75;

/** So many keys of the least size stand in this room. */
export function cellsIn({ width, height, key, gap }: KeyRoom): Cells {
  const count = (length: number): number => Math.max(1, Math.floor((length + gap + ROUNDING) / (key + gap)));
  return { columns: count(width), rows: count(height) };
}

/** The letters of one page after another, and the rows that are left for what is on each. */
export interface Pages {
  readonly pages: readonly (readonly string[])[];
  readonly rows: number;
}

/** @param controls keys that stand below every page, in as many rows as they need */
export function pagesOf(letters: readonly string[], { columns, rows }: Cells, controls: number): Pages {
  const free = Math.max(1, rows - Math.ceil(controls / columns));
  const count = Math.max(1, Math.ceil(letters.length / (free * columns)));
  // As even as may be: the last page is not for one letter.
  const each = Math.ceil(letters.length / count);
  const pages = Array.from({ length: count }, (_, page) => letters.slice(page * each, (page + 1) * each));
  return { pages, rows: Math.min(free, Math.max(1, Math.ceil(each / columns))) };
}

/** Keys in rows, as even as may be. */
export function inRows<T>(keys: readonly T[], rows: number): readonly (readonly T[])[] {
  const each = Math.max(1, Math.ceil(keys.length / rows));
  return Array.from({ length: rows }, (_, row) => keys.slice(row * each, (row + 1) * each));
}
