/**
 * Number of choices and columns on a page. Pure arithmetic on the page's measurements.
 *
 * Preferences: one page over two, few columns over many (so that names stay on one line). Long descriptions, then all
 * of them, are omitted before choices move to another page; then waits join the line of the name, in narrower columns;
 * at last, names are divided at syllables.
 */
const DETAILS = ['full', 'short', 'none', 'joined'] as const;
/**
 * Content of a choice besides its name: descriptions of normal length, those of one line, none; or only the wait,
 * beside the name. Descriptions are never truncated.
 */
type Detail = (typeof DETAILS)[number];

export interface Measured {
  /** Natural height of each choice. */
  readonly heights: readonly number[];
  /** Whether a name would have to be broken or become too small. */
  readonly squeezed: boolean;
}

export interface FitArea {
  readonly width: number;
  readonly height: number;
  readonly gap: number;
  readonly minColumnWidth: number;
  /** The same for choices without descriptions, whose wait is beside the name. */
  readonly minJoinedWidth: number;
  /** Maximum readable width of a button: a wider one adds a column first. */
  readonly maxColumnWidth: number;
  /** Space of the page controls below or beside the choices, if there is more than one page. */
  readonly pagerHeight: number;
  readonly pagerWidth: number;
  /** With fewer choices on a page, names are divided at syllables for more columns. */
  readonly fewest: number;
  readonly measure: (columns: number, detail: Detail, isPaged: boolean) => Measured;
}

export interface ChoiceLayout {
  readonly columns: number;
  /** Number of choices per page. */
  readonly pages: readonly number[];
  readonly detail: Detail;
  /** Minimum row height: the natural one, enlarged into free space up to a limit; 0 if rows differ. */
  readonly rowHeight: number;
}

/** Maximum enlargement of buttons. */
const MAX_GROWTH = 3.5;
/** With fewer choices on a page that is not the last, descriptions are omitted. */
const ROOMY = 6;
const ROUNDING = 0.5;

export function layOut(room: FitArea): ChoiceLayout {
  for (const detail of DETAILS) {
    const layout = onOnePage(room, detail);
    if (layout !== null) return layout;
  }
  return onPages(room);
}

/**
 * Number of normal-sized choices per page of this size. Depends on the window only, not on the choices or the visitor's
 * settings, so that the host's grouping does not change during a visit.
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
  for (const columns of candidates(room, detail)) {
    const { heights, squeezed } = room.measure(columns, detail, false);
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

function onPages(whole: FitArea): ChoiceLayout {
  const { pagerHeight, pagerWidth, gap } = whole;
  const height = whole.height - (pagerHeight === 0 ? 0 : pagerHeight + gap);
  const room = { ...whole, width: whole.width - pagerWidth };
  let best: ChoiceLayout | null = null;
  let squeezedBest: ChoiceLayout | null = null;
  for (const detail of DETAILS) {
    for (const columns of candidates(room, detail)) {
      const { heights, squeezed } = room.measure(columns, detail, true);
      const isDivided = squeezed && columns > leastColumns(room);
      const found = pagesOf(heights, columns, height, room);
      const rival: ChoiceLayout | null = isDivided ? squeezedBest : best;
      if (found === null || (rival !== null && !isBetter(found, rival, room.fewest))) continue;
      if (isDivided) squeezedBest = { columns, detail, ...found };
      else best = { columns, detail, ...found };
    }
    if (best !== null && fewestOn(best) >= ROOMY) return best;
  }
  const isFew = best === null || fewestOn(best) < room.fewest;
  if (isFew && squeezedBest !== null && fewestOn(squeezedBest) > (best === null ? 0 : fewestOn(best)))
    return squeezedBest;
  if (best !== null) return best;
  // Not even one fits: it gets all the space.
  const { heights } = room.measure(1, 'joined', true);
  return { columns: 1, pages: heights.map(() => 1), detail: 'joined', rowHeight: 0 };
}

/** Fewest choices on a page; the last one does not count. */
const fewestOn = ({ pages }: Pick<ChoiceLayout, 'pages'>): number => Math.min(...pages.slice(0, -1));

/** Fewer pages, or the same number with enough choices on each. */
function isBetter(found: Pick<ChoiceLayout, 'pages'>, rival: ChoiceLayout, fewest: number): boolean {
  if (found.pages.length !== rival.pages.length) return found.pages.length < rival.pages.length;
  return fewestOn(rival) < fewest && fewestOn(found) > fewestOn(rival);
}

/**
 * Pages of rows with equal height, unless that takes more pages than natural heights, or holds too few; null if a row
 * is too high.
 */
function pagesOf(
  heights: readonly number[],
  columns: number,
  height: number,
  { gap, fewest }: Pick<FitArea, 'gap' | 'fewest'>,
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
  const isRoomy = Math.min(...even.slice(0, -1)) * columns >= fewest;
  const rows = even.length < packed.length || (even.length === packed.length && isRoomy) ? even : packed;
  const counts = rows.map((count, page) => {
    const before = rows.slice(0, page).reduce((sum, each) => sum + each, 0) * columns;
    return Math.min(count * columns, heights.length - before);
  });
  return { pages: counts, rowHeight: rows === even ? grow(height, rowsAtOnce, gap, highest) : Math.floor(lowest) };
}

/** Row counts per page; `hold` gives the number of rows on a page by its first row. */
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

function candidates(room: FitArea, detail: Detail): readonly number[] {
  const most = mostColumns(detail === 'joined' ? { ...room, minColumnWidth: room.minJoinedWidth } : room);
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
