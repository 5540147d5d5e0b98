/**
 * Distribution of the list's space.
 *
 * Width of the number in a line, and the number of lines readable from a distance. Pure.
 */

/** All that is known of a list and of the letters that it needs, in CSS pixels. */
export interface ListArea {
  readonly width: number;
  readonly height: number;
  /** The least size of letters that can be read from the chairs. */
  readonly least: number;
  /** Of each of two lines of text, in multiples of their size. */
  readonly lineHeight: number;
}

/** Widths in multiples of the size. */
export interface LineText {
  /** With the room between it and the desk, where that is beside it. */
  readonly label: number;
  /** The desk in one line, and broken into two where it has two words. */
  readonly desk: number;
  readonly brokenDesk: number;
}

/** A desk beside its number, and in how many lines it stands. */
export interface LineFit {
  readonly em: number;
  readonly lines: 1 | 2;
}

/** The height of a line, in multiples of the letters in it. */
const LINE = 1.1;
/** The least of a line of a desk below its number, and all that stands over and under it: the number, and what parts it from the next. */
const BELOW = 1.1;
const AROUND_BELOW = 1.2;
/** The rest stands behind both. */
const FILLED = 0.96;
/** Between a number and its desk, in multiples of the size; with the rest half of it, or the two are read as one. */
const BETWEEN = 0.42;
/** A name that is longer than this is written in two lines, if it has two words. */
export const LONG_DESK = 4.6;
const MIN_SHARE = 0.34;
const MAX_SHARE = 0.6;

/** How a line has its desk: beside the number, or below it. */
export type DeskPosition = 'beside' | 'below';

/** With what stands between it and its desk. */
export function besideDesk(text: LineText): LineText {
  return { ...text, label: text.label + BETWEEN };
}

/** Desks stand below their numbers where letters would else be smaller than is read from the chairs: there is always half a letter between the two. */
export function layoutOf(
  texts: readonly LineText[],
  { width, least }: Pick<ListArea, 'width' | 'least'>,
): DeskPosition {
  if (width === 0) return 'beside';
  const desks = texts.map(({ desk, brokenDesk }) => (desk <= LONG_DESK ? desk : brokenDesk));
  const label = Math.max(2, ...texts.map((text) => besideDesk(text).label));
  return (label + Math.max(1, ...desks)) * least <= width * FILLED ? 'beside' : 'below';
}

/** How much of the width is the numbers', from 0 to 1: as much as lets both have letters of one size, desks in two lines where one cannot be read. */
export function numbersShare(texts: readonly LineText[], { width, least }: Pick<ListArea, 'width' | 'least'>): number {
  const label = Math.max(2, ...texts.map((text) => text.label));
  const isWide = (desk: number): boolean => desk > LONG_DESK || (width > 0 && (label + desk) * least > width * FILLED);
  const desk = Math.max(1, ...texts.map((text) => (isWide(text.desk) ? text.brokenDesk : text.desk)));
  return Math.min(MAX_SHARE, Math.max(MIN_SHARE, label / (label + desk)));
}

/** A desk is broken only where it cannot be read in one line. */
export function fitDesk({ desk, brokenDesk }: LineText, share: number, { width, least }: ListArea): LineFit {
  const isWhole = brokenDesk >= desk || width === 0 || desk * least <= width * (1 - share) * FILLED;
  return isWhole ? { em: desk, lines: 1 } : { em: brokenDesk, lines: 2 };
}

/** How many lines can be read in this room, one there is always; lines that nobody has filled are as high as the others. */
export function readableLines(
  texts: readonly LineText[],
  wanted: number,
  room: ListArea,
  layout: DeskPosition = 'beside',
): number {
  const share = numbersShare(texts, room);
  let tallest = texts.length === 0 ? room.least * LINE : 0;
  let fitting = 1;
  for (let line = 0; line < wanted; line += 1) {
    const text = texts[line];
    if (text !== undefined)
      tallest = Math.max(tallest, layout === 'below' ? heightBelow(text, room) : heightOf(text, share, room));
    // Half a pixel: heights of boxes are rounded.
    if ((line + 1) * tallest > room.height + 0.5) break;
    fitting = line + 1;
  }
  return fitting;
}

/** Letters that the width keeps small need no more height than they have. */
function heightOf(text: LineText, share: number, room: ListArea): number {
  const { em, lines } = fitDesk(text, share, room);
  const desk = sizeIn(1 - share, em, room);
  return Math.max(LINE * sizeIn(share, text.label, room), lines === 2 ? 2 * desk * room.lineHeight : LINE * desk);
}

function heightBelow(text: LineText, room: ListArea): number {
  const { em, lines } = fitDesk(text, 0, room);
  return stackOf(lines, room) * Math.max(sizeIn(1, text.label, room), sizeIn(1, em, room));
}

/** The height of a number with its desk below it, in multiples of the letters in both. */
export function stackOf(lines: number, { lineHeight }: Pick<ListArea, 'lineHeight'>): number {
  return AROUND_BELOW + lines * (lines === 1 ? BELOW : Math.max(BELOW, lineHeight));
}

/** Of a place for one text: how much of its width letters may take, and of its height each line, from 0 to 1, by how many lines there are. */
export interface TextArea {
  readonly width: number;
  readonly heights: Readonly<Record<1 | 2, number>>;
}

/** Of the height of the large place for number and desk together, and what the number is at least beside a desk of two lines, in letters of it. */
const FOR_BOTH = 0.9;
const MIN_NUMBER = 1.4;

/** Whether a name in the large place stands in two lines, because one would have letters too small for the distance; the number stays the largest. */
export function isBroken(
  { desk, brokenDesk }: Pick<LineText, 'desk' | 'brokenDesk'>,
  { width: part, heights }: TextArea,
  { width, height, least, lineHeight }: ListArea,
): boolean {
  if (width === 0 || brokenDesk >= desk) return false;
  const sizeWith = (em: number, lines: 1 | 2): number => Math.min(least, (width * part) / em, height * heights[lines]);
  const broken = sizeWith(brokenDesk, 2);
  const isRoomLeft = height * FOR_BOTH - 2 * lineHeight * broken >= MIN_NUMBER * broken;
  return isRoomLeft && broken > sizeWith(desk, 1);
}

function sizeIn(part: number, em: number, { width, least }: ListArea): number {
  return Math.min(least, (width * part * FILLED) / em);
}
