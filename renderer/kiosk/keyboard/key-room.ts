/**
 * Choice of the keyboard by available space for 20 mm keys.
 *
 * Variants: full, without the digit row, or with letters in pages. Lengths are in pixels.
 */
export interface KeyRoom {
  readonly width: number;
  readonly height: number;
  /** Minimum side of a key. */
  readonly key: number;
  readonly gap: number;
}

export interface Cells {
  readonly columns: number;
  readonly rows: number;
}

/** Tolerance for fractional pixels. */
const ROUNDING = 0.75;

/** Number of minimum-size keys in this space. */
export function cellsIn({ width, height, key, gap }: KeyRoom): Cells {
  const count = (length: number): number => Math.max(1, Math.floor((length + gap + ROUNDING) / (key + gap)));
  return { columns: count(width), rows: count(height) };
}

/** Letters by page, and the rows left for them. */
export interface Pages {
  readonly pages: readonly (readonly string[])[];
  readonly rows: number;
}

/** @param controls number of keys below every page, in as many rows as needed */
export function pagesOf(letters: readonly string[], { columns, rows }: Cells, controls: number): Pages {
  const free = Math.max(1, rows - Math.ceil(controls / columns));
  const count = Math.max(1, Math.ceil(letters.length / (free * columns)));
  // Evenly distributed, so that the last page is not almost empty.
  const each = Math.ceil(letters.length / count);
  const pages = Array.from({ length: count }, (_, page) => letters.slice(page * each, (page + 1) * each));
  return { pages, rows: Math.min(free, Math.max(1, Math.ceil(each / columns))) };
}

/** Distributes keys evenly over rows. */
export function inRows<T>(keys: readonly T[], rows: number): readonly (readonly T[])[] {
  const each = Math.max(1, Math.ceil(keys.length / rows));
  return Array.from({ length: rows }, (_, row) => keys.slice(row * each, (row + 1) * each));
}
