/**
 * Number of choices and columns on a page.
 *
 * Pure arithmetic: the page measures, this decides. One page is better than two, few columns are better than many
 * (names stay on one line), and long descriptions, then all of them, are left out before a choice is sent to another
 * page that holds few.
 */
const DETAILS = ['full', 'short', 'none'] as const;
/** Which descriptions are shown: all of ordinary length, those of one line, none. None is ever cut. */
type Detail = (typeof DETAILS)[number];

export interface Measured {
  /** Natural height of each choice. */
  readonly heights: readonly number[];
  /** True when a name would have to be broken or made too small. */
  readonly squeezed: boolean;
}

export interface FitArea {
  readonly width: number;
  readonly height: number;
  readonly gap: number;
  readonly minColumnWidth: number;
  /** A button wider than this is hard to read along: take one more column first. */
  readonly maxColumnWidth: number;
  /** Room that turning the pages takes, when there is more than one page. */
  readonly pagerHeight: number;
  readonly measure: (columns: number, detail: Detail) => Measured;
}

export interface ChoiceLayout {
  readonly columns: number;
  /** How many choices each page holds. */
  readonly pages: readonly number[];
  readonly detail: Detail;
  /** Least height of a row: the natural one, grown into free room within reason; 0 where rows differ. */
  readonly rowHeight: number;
}

/** Buttons that grow past this look like a mistake. */
const MAX_GROWTH = 1.6;
/** Below this many choices on a page their descriptions give way to more choices. */
const ROOMY = 4;
const ROUNDING = 0.5;

export function layOut(room: FitArea): ChoiceLayout {
  return onOnePage(room, 'full') ?? onOnePage(room, 'short') ?? onPages(room);
}

/**
 * How many choices of ordinary size a page of this size holds. Depends on the window alone, never on the choices or
 * on what a visitor has set, so that the host's grouping does not change under anybody's hands.
 */
export function ordinaryCapacity(
  room: Pick<FitArea, 'width' | 'height' | 'gap' | 'minColumnWidth'>,
  ordinaryHeight: (columnWidth: number) => number,
): number {
  let capacity = 1;
  for (let columns = 1; columns <= mostColumns(room); columns++) {
    const height = ordinaryHeight((room.width - (columns - 1) * room.gap) / columns);
    capacity = Math.max(capacity, columns * Math.floor((room.height + room.gap) / (height + room.gap)));
  }
  return capacity;
}

function onOnePage(room: FitArea, detail: Detail): ChoiceLayout | null {
  for (const columns of candidates(room)) {
    const { heights, squeezed } = room.measure(columns, detail);
    if (squeezed && columns > leastColumns(room)) continue;
    const pages = [heights.length];
    const rows = Math.ceil(heights.length / columns);
    const highest = Math.max(0, ...heights);
    if (stacked(Array<number>(rows).fill(highest), room.gap) <= room.height) {
      return { columns, pages, detail, rowHeight: grow(room.height, rows, room.gap, highest) };
    }
    if (stacked(rowsOf(heights, columns), room.gap) <= room.height) return { columns, pages, detail, rowHeight: 0 };
  }
  return null;
}

function onPages(room: FitArea): ChoiceLayout {
  const height = room.height - room.pagerHeight - room.gap;
  let best: ChoiceLayout | null = null;
  for (const detail of DETAILS) {
    for (const columns of candidates(room)) {
      const { heights, squeezed } = room.measure(columns, detail);
      if (squeezed && columns > leastColumns(room)) continue;
      const found = pagesOf(heights, columns, height, room.gap);
      if (found === null || (best !== null && found.pages.length >= best.pages.length)) continue;
      best = { columns, detail, ...found };
    }
    if (best !== null && Math.max(...best.pages) >= ROOMY) return best;
  }
  // Not even one fits: it gets all the room there is.
  return best ?? { columns: 1, pages: room.measure(1, 'none').heights.map(() => 1), detail: 'none', rowHeight: 0 };
}

/** Pages of rows of one height, if that takes no more pages than rows of their natural heights; null if one is too high. */
function pagesOf(
  heights: readonly number[],
  columns: number,
  height: number,
  gap: number,
): Pick<ChoiceLayout, 'pages' | 'rowHeight'> | null {
  const natural = rowsOf(heights, columns);
  const highest = Math.max(1, ...natural);
  if (highest > height + ROUNDING) return null;
  const lowest = Math.min(...natural);
  const rowsAtOnce = Math.floor((height + ROUNDING + gap) / (highest + gap));
  const even = inPages(natural, () => rowsAtOnce);
  const packed = inPages(natural, (start) => {
    let rows = 1;
    while (stacked(natural.slice(start, start + rows + 1), gap) <= height && start + rows < natural.length) rows++;
    return rows;
  });
  const rows = even.length <= packed.length ? even : packed;
  const counts = rows.map((count, page) => {
    const before = rows.slice(0, page).reduce((sum, each) => sum + each, 0) * columns;
    return Math.min(count * columns, heights.length - before);
  });
  return { pages: counts, rowHeight: rows === even ? grow(height, rowsAtOnce, gap, highest) : Math.floor(lowest) };
}

/** Rows on each page, when the page that starts with a row holds as many as `hold` says. */
function inPages(rows: readonly number[], hold: (start: number) => number): readonly number[] {
  const pages: number[] = [];
  for (let start = 0; start < rows.length; ) {
    const count = Math.min(hold(start), rows.length - start);
    pages.push(count);
    start += count;
  }
  return pages;
}

function mostColumns(room: Pick<FitArea, 'width' | 'gap' | 'minColumnWidth'>): number {
  return Math.max(1, Math.floor((room.width + room.gap) / (room.minColumnWidth + room.gap)));
}

function leastColumns(room: FitArea): number {
  return Math.min(mostColumns(room), Math.max(1, Math.ceil(room.width / room.maxColumnWidth)));
}

function candidates(room: FitArea): readonly number[] {
  const most = mostColumns(room);
  const least = leastColumns(room);
  return Array.from({ length: most - least + 1 }, (_, index) => least + index);
}

function rowsOf(heights: readonly number[], columns: number): readonly number[] {
  const rows: number[] = [];
  for (let start = 0; start < heights.length; start += columns) {
    rows.push(Math.max(...heights.slice(start, start + columns)));
  }
  return rows;
}

function stacked(rows: readonly number[], gap: number): number {
  return rows.reduce((sum, row) => sum + row, 0) + Math.max(0, rows.length - 1) * gap - ROUNDING;
}

function grow(height: number, rows: number, gap: number, natural: number): number {
  const share = (height - (rows - 1) * gap) / rows;
  return Math.floor(Math.max(natural, Math.min(share, natural * MAX_GROWTH)));
}
