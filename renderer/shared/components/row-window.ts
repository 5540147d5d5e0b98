/** Drawn part of a long table: the rows in view and the focused row. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Shorter tables are drawn whole, so that the browser's own search finds all of it. */
export const MAX_WHOLE_ROWS = 60;
/** Rows outside of the view that are drawn too. */
const BEYOND = 15;
/** Distance in CSS pixels after which other rows are drawn. */
const STEP = 240;
/** Height of a row in CSS pixels before one is measured. */
const USUAL_HEIGHT = 48;

interface DrawnRow<Row> {
  readonly row: Row;
  readonly id: string;
  readonly index: number;
  /** Empty height before it in CSS pixels. */
  readonly gap: number;
}

export interface RowWindow<Row> {
  readonly drawn: readonly DrawnRow<Row>[];
  /** Empty height after the last drawn row. */
  readonly end: number;
}

/** Visible part of the rows, in CSS pixels from the first row. */
interface View {
  readonly top: number;
  readonly height: number;
  /** Id of the row with the focus. */
  readonly focused: string | undefined;
}

/** @param heights measured heights by id; the others are taken as their mean */
export function windowOf<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  heights: ReadonlyMap<string, number>,
  { top, height, focused }: View,
): RowWindow<Row> {
  if (rows.length <= MAX_WHOLE_ROWS)
    return { drawn: rows.map((row, index) => ({ row, id: rowId(row), index, gap: 0 })), end: 0 };
  const usual = mean(heights);
  const ends: number[] = [];
  for (const row of rows) ends.push((ends.at(-1) ?? 0) + (heights.get(rowId(row)) ?? usual));
  const first = ends.findIndex((end) => end > top);
  const after = ends.findIndex((end) => end > top + height);
  const from = Math.max(0, (first < 0 ? rows.length - 1 : first) - BEYOND);
  const to = Math.min(rows.length, (after < 0 ? rows.length : after + 1) + BEYOND);
  const drawn: DrawnRow<Row>[] = [];
  let bottom = 0;
  for (const [index, row] of rows.entries()) {
    const id = rowId(row);
    if ((index < from || index >= to) && id !== focused) continue;
    drawn.push({ row, id, index, gap: (ends[index - 1] ?? 0) - bottom });
    bottom = ends[index] ?? 0;
  }
  return { drawn, end: (ends.at(-1) ?? 0) - bottom };
}

function mean(heights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const height of heights.values()) sum += height;
  return heights.size === 0 ? USUAL_HEIGHT : sum / heights.size;
}

/** Follows the scroll position of `place`, whose rows carry their id in `data-row`. */
export function useRowWindow<Row>(
  place: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  rowId: (row: Row) => string,
): RowWindow<Row> {
  const heights = useRef(new Map<string, number>());
  const [view, setView] = useState<View>({ top: 0, height: 0, focused: undefined });
  const isLong = rows.length > MAX_WHOLE_ROWS;
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null || !isLong) return undefined;
    const look = (): void => {
      for (const row of element.querySelectorAll<HTMLElement>('tr[data-row]')) {
        if (row.offsetHeight > 0) heights.current.set(row.dataset.row ?? '', row.offsetHeight);
      }
      // Columns keep their widest width, so that they stand still when other rows are drawn.
      for (const head of element.querySelectorAll<HTMLElement>('thead th'))
        head.style.minWidth = `${head.offsetWidth}px`;
      const focused = document.activeElement?.closest<HTMLElement>('tr[data-row]')?.dataset.row;
      // A step of several rows, so that most scroll events draw nothing.
      const top = Math.floor(element.scrollTop / STEP) * STEP;
      const height = Math.ceil(element.clientHeight / STEP + 1) * STEP;
      setView((old) =>
        old.top === top && old.height === height && old.focused === focused ? old : { top, height, focused },
      );
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    element.addEventListener('focusin', look);
    window.addEventListener('resize', look);
    return () => {
      element.removeEventListener('scroll', look);
      element.removeEventListener('focusin', look);
      window.removeEventListener('resize', look);
    };
  }, [isLong, place]);
  return windowOf(rows, rowId, heights.current, view);
}
