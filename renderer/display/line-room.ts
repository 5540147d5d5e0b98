/** How the list shares its room: what of a line is its number's, and how many lines can be read from afar. Pure. */

/** All that is known of a list and of the letters that it needs, in CSS pixels. */
export interface Room {
  readonly width: number;
  readonly height: number;
  /** The least size of letters that can be read from the chairs. */
  readonly least: number;
  /** Of each of two lines of text, in multiples of their size. */
  readonly lineHeight: number;
}

/** Widths in multiples of the size. */
export interface LineText {
  /** With the room between it and the desk. */
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
/** The rest stands behind both. */
const FILLED = 0.96;
/** Between a number and its desk, in multiples of the size; with the rest half of it, or the two are read as one. */
const BETWEEN = 0.42;
/** A name that is longer than this is written in two lines, if it has two words. */
export const LONG_DESK = 4.6;
const LEAST_SHARE = 0.34;
const MOST_SHARE = 0.6;

/**
 * What stands between numbers and desks: nothing but the rest where letters would else be smaller than is read from the chairs, or desks
 * would stand in two lines. `fits` tells whether letters can be read with so much, desks in so many lines; `isSure` that it is known how
 * large the screen is, without which nothing gives way to that.
 */
export function between(fits: (between: number, lines: 1 | 2) => boolean, isSure: boolean): number {
  if (!isSure || fits(BETWEEN, 1)) return BETWEEN;
  return !fits(0, 1) && fits(BETWEEN, 2) ? BETWEEN : 0;
}

/** `between` of these texts, whose labels are still without it. */
export function roomBetween(
  texts: readonly LineText[],
  { width, least }: Pick<Room, 'width' | 'least'>,
  isSure: boolean,
): number {
  return between((more, lines) => {
    const desks = texts.map(({ desk, brokenDesk }) => (lines === 1 && desk <= LONG_DESK ? desk : brokenDesk));
    const label = Math.max(2, ...texts.map((text) => text.label + more));
    return width === 0 || (label + Math.max(1, ...desks)) * least <= width * FILLED;
  }, isSure);
}

/** How much of the width is the numbers', from 0 to 1: as much as lets both have letters of one size, desks in two lines where one cannot be read. */
export function numbersShare(texts: readonly LineText[], { width, least }: Pick<Room, 'width' | 'least'>): number {
  const label = Math.max(2, ...texts.map((text) => text.label));
  const isWide = (desk: number): boolean => desk > LONG_DESK || (width > 0 && (label + desk) * least > width * FILLED);
  const desk = Math.max(1, ...texts.map((text) => (isWide(text.desk) ? text.brokenDesk : text.desk)));
  return Math.min(MOST_SHARE, Math.max(LEAST_SHARE, label / (label + desk)));
}

/** A desk is broken only where it cannot be read in one line. */
export function fitDesk({ desk, brokenDesk }: LineText, share: number, { width, least }: Room): LineFit {
  const isWhole = brokenDesk >= desk || width === 0 || desk * least <= width * (1 - share) * FILLED;
  return isWhole ? { em: desk, lines: 1 } : { em: brokenDesk, lines: 2 };
}

/** How many lines can be read in this room, one there is always; lines that nobody has filled are as high as the others. */
export function readableLines(texts: readonly LineText[], wanted: number, room: Room): number {
  const share = numbersShare(texts, room);
  let tallest = texts.length === 0 ? room.least * LINE : 0;
  let fitting = 1;
  for (let line = 0; line < wanted; line += 1) {
    const text = texts[line];
    if (text !== undefined) tallest = Math.max(tallest, heightOf(text, share, room));
    // Half a pixel: heights of boxes are rounded.
    if ((line + 1) * tallest > room.height + 0.5) break;
    fitting = line + 1;
  }
  return fitting;
}

/** Letters that the width keeps small need no more height than they have. */
function heightOf(text: LineText, share: number, room: Room): number {
  const { em, lines } = fitDesk(text, share, room);
  const inWidth = (part: number, width: number): number => Math.min(room.least, (room.width * part * FILLED) / width);
  const desk = inWidth(1 - share, em);
  return Math.max(LINE * inWidth(share, text.label), lines === 2 ? 2 * desk * room.lineHeight : LINE * desk);
}
