/**
 * Layout of the list's lines: width of the number, and count of readable lines. Pure.
 */

/** Size of a list and of its text, in CSS pixels. */
export interface ListArea {
  readonly width: number;
  readonly height: number;
  /** Minimum readable font size. */
  readonly least: number;
  /** Height of each of two text lines, relative to the font size. */
  readonly lineHeight: number;
}

/** Widths relative to the font size. */
export interface LineText {
  /** With the space before the desk, if that is beside it. */
  readonly label: number;
  /** Width of the desk in one line, and wrapped into two if it has two words. */
  readonly desk: number;
  readonly brokenDesk: number;
}

/** Font size and line count of a desk beside its number. */
export interface LineFit {
  readonly em: number;
  readonly lines: 1 | 2;
}

/** Height of a line, relative to its font size. */
const LINE = 1.1;
/**
 * Minimum height of a desk line below its number, and the height of everything around it: the number, and the
 * separator.
 */
const BELOW = 1.1;
const AROUND_BELOW = 1.2;
/** Share used by text; the rest is trailing space. */
const FILLED = 0.96;
/** Space between a number and its desk, relative to the font size; less would make them read as one. */
const BETWEEN = 0.42;
/** Longer names are wrapped into two lines if they have two words. */
export const LONG_DESK = 4.6;
const MIN_SHARE = 0.34;
const MAX_SHARE = 0.6;

/** Position of the desk: beside the number, or below it. */
export type DeskPosition = 'beside' | 'below';

/** With the space between number and desk. */
export function besideDesk(text: LineText): LineText {
  return { ...text, label: text.label + BETWEEN };
}

/** Puts desks below their numbers if beside them the text would be too small to read. */
export function layoutOf(
  texts: readonly LineText[],
  { width, least }: Pick<ListArea, 'width' | 'least'>,
): DeskPosition {
  if (width === 0) return 'beside';
  const desks = texts.map(({ desk, brokenDesk }) => (desk <= LONG_DESK ? desk : brokenDesk));
  const label = Math.max(2, ...texts.map((text) => besideDesk(text).label));
  return (label + Math.max(1, ...desks)) * least <= width * FILLED ? 'beside' : 'below';
}

/**
 * Share of the numbers' width, from 0 to 1, so that numbers and desks get the same font size; desks are wrapped if one
 * line would be unreadable.
 */
export function numbersShare(texts: readonly LineText[], { width, least }: Pick<ListArea, 'width' | 'least'>): number {
  const label = Math.max(2, ...texts.map((text) => text.label));
  const isWide = (desk: number): boolean => desk > LONG_DESK || (width > 0 && (label + desk) * least > width * FILLED);
  const desk = Math.max(1, ...texts.map((text) => (isWide(text.desk) ? text.brokenDesk : text.desk)));
  return Math.min(MAX_SHARE, Math.max(MIN_SHARE, label / (label + desk)));
}

/** Wraps a desk only if it would be unreadable in one line. */
export function fitDesk({ desk, brokenDesk }: LineText, share: number, { width, least }: ListArea): LineFit {
  const isWhole = brokenDesk >= desk || width === 0 || desk * least <= width * (1 - share) * FILLED;
  return isWhole ? { em: desk, lines: 1 } : { em: brokenDesk, lines: 2 };
}

/** Number of readable lines in this area, at least one; empty lines are as high as the others. */
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
    // Half a pixel of tolerance, because box heights are rounded.
    if ((line + 1) * tallest > room.height + 0.5) break;
    fitting = line + 1;
  }
  return fitting;
}

/** Height of a line; text that is limited by the width needs only its own height. */
function heightOf(text: LineText, share: number, room: ListArea): number {
  const { em, lines } = fitDesk(text, share, room);
  const desk = sizeIn(1 - share, em, room);
  return Math.max(LINE * sizeIn(share, text.label, room), lines === 2 ? 2 * desk * room.lineHeight : LINE * desk);
}

function heightBelow(text: LineText, room: ListArea): number {
  const { em, lines } = fitDesk(text, 0, room);
  return stackOf(lines, room) * Math.max(sizeIn(1, text.label, room), sizeIn(1, em, room));
}

/** Height of a number with its desk below, relative to the font size. */
export function stackOf(lines: number, { lineHeight }: Pick<ListArea, 'lineHeight'>): number {
  return AROUND_BELOW + lines * (lines === 1 ? BELOW : Math.max(BELOW, lineHeight));
}

/** Area of a text: usable share of its width, and share of its height per line, by line count. */
export interface TextArea {
  readonly width: number;
  readonly heights: Readonly<Record<1 | 2, number>>;
}

/** Share of the large area's height for number and desk, and minimum size of the number relative to a wrapped desk. */
const FOR_BOTH = 0.9;
const MIN_NUMBER = 1.4;

/**
 * Whether a name in the large area is wrapped, because one line would be too small for the distance; the number stays
 * the largest.
 */
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
