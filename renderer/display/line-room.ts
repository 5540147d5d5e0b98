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
/** The rest stands between number and desk, and behind the desk. */
const FILLED = 0.96;
/** A name that is longer than this is written in two lines, if it has two words. */
export const LONG_DESK = 4.6;
const LEAST_SHARE = 0.34;
const MOST_SHARE = 0.6;

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
