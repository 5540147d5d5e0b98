/**
 * Layout of the list's lines: desks, width of the number, and readable lines. Pure.
 */

/** Size of a list and of its text, in CSS pixels. */
export interface ListArea {
  readonly width: number;
  readonly height: number;
  /** Minimum readable font size. */
  readonly least: number;
}

/** Widths relative to the font size. */
export interface LineText {
  readonly label: number;
  /** Name of the desk in one line: it is never wrapped, so that word and number stay together. */
  readonly desk: number;
  /** Tag of the desk; 0 without one. */
  readonly tag: number;
}

/** Position of the desk: beside the number, or below it. */
export type DeskPosition = 'beside' | 'below';

/** A line as it is shown: its number, with the space before the desk if that is beside it, and its desk. */
export interface Line {
  readonly label: number;
  readonly desk: number;
  /** Whether the tag replaces the name. */
  readonly isTag: boolean;
}

/** Height of a line, relative to its font size. */
const LINE = 1.1;
/** Height of a number with its desk below and the separator, relative to the font size, as in the style sheet. */
const STACK = 2.3;
/** Share used by text; the rest is trailing space. */
const FILLED = 0.96;
/** Space between a number and its desk, relative to the font size; less would make them read as one. */
const BETWEEN = 0.42;
const MIN_SHARE = 0.34;
const MAX_SHARE = 0.75;

/**
 * Lines with desks beside their numbers if every name is readable there, else below them. If a name is too long also for
 * its own line, the desk's tag replaces it, beside the number; a desk without a tag gets smaller letters.
 */
export function arrange(
  texts: readonly LineText[],
  { width, least }: Pick<ListArea, 'width' | 'least'>,
): { readonly layout: DeskPosition; readonly lines: readonly Line[] } {
  const room = width === 0 ? Number.POSITIVE_INFINITY : (width * FILLED) / least;
  const label = Math.max(2, ...texts.map((text) => text.label));
  const isLong = ({ desk }: LineText): boolean => label + BETWEEN + Math.max(1, desk) > room;
  const long = texts.filter(isLong);
  const isBelow = long.length > 0 && (Math.max(label, ...long.map(({ desk }) => desk)) <= room || !long.some(hasTag));
  const lines = texts.map((text) => {
    const isTag = !isBelow && isLong(text) && hasTag(text);
    const desk = isTag ? text.tag : text.desk;
    return { label: text.label + (isBelow ? 0 : BETWEEN), desk, isTag };
  });
  return { layout: isBelow ? 'below' : 'beside', lines };
}

/** Width of the widest line, relative to the font size. */
export function widestLine(layout: DeskPosition, lines: readonly Line[]): number {
  const label = Math.max(2, ...lines.map((line) => line.label));
  const desk = Math.max(1, ...lines.map((line) => line.desk));
  return layout === 'below' ? Math.max(label, desk) : label + desk;
}

const hasTag = ({ desk, tag }: LineText): boolean => tag > 0 && tag < desk;

/** Share of the numbers' width, from 0 to 1, so that numbers and desks get the same font size. */
export function numbersShare(lines: readonly Line[]): number {
  const label = Math.max(2, ...lines.map((line) => line.label));
  const desk = Math.max(1, ...lines.map((line) => line.desk));
  return Math.min(MAX_SHARE, Math.max(MIN_SHARE, label / (label + desk)));
}

/** Number of readable lines in this area, at least one; empty lines are as high as the others. */
export function readableLines(
  lines: readonly Line[],
  wanted: number,
  room: ListArea,
  layout: DeskPosition = 'beside',
): number {
  const share = numbersShare(lines);
  let tallest = lines.length === 0 ? room.least * LINE : 0;
  let fitting = 1;
  for (let at = 0; at < wanted; at += 1) {
    const line = lines[at];
    if (line !== undefined)
      tallest = Math.max(tallest, layout === 'below' ? heightBelow(line, room) : heightOf(line, share, room));
    // Half a pixel of tolerance, because box heights are rounded.
    if ((at + 1) * tallest > room.height + 0.5) break;
    fitting = at + 1;
  }
  return fitting;
}

/** Height of a line; text that is limited by the width needs only its own height. */
function heightOf({ label, desk }: Line, share: number, room: ListArea): number {
  return LINE * Math.max(sizeIn(share, label, room), sizeIn(1 - share, desk, room));
}

function heightBelow({ label, desk }: Line, room: ListArea): number {
  return STACK * Math.max(sizeIn(1, label, room), sizeIn(1, desk, room));
}

function sizeIn(part: number, em: number, { width, least }: ListArea): number {
  return Math.min(least, (width * part * FILLED) / em);
}

/** Largest share of the large area's width and of its height for the desk, as in the style sheet. */
const DESK_WIDTH = 0.98;
const DESK_HEIGHT = 0.28;

/** Whether the tag replaces the name in the large area, because the name would be too small for the distance. */
export function isTagInFocus(
  { desk, tag }: Pick<LineText, 'desk' | 'tag'>,
  { width, height, least }: ListArea,
): boolean {
  const size = Math.min(least, height * DESK_HEIGHT);
  return width > 0 && tag > 0 && tag < desk && size * desk > width * DESK_WIDTH;
}
