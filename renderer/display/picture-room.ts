/** Room for pictures: a quarter of the screen or more, or none. Pure. */

export interface PictureScreen {
  readonly width: number;
  readonly height: number;
  /** Minimum readable font size in CSS pixels. */
  readonly least: number;
  /** Width of a list line, relative to the font size. */
  readonly lineEms: number;
  /** Configured lines of the list; 0: there is no list. */
  readonly lines: number;
  /** Whether the call is also shown in the visitor's language. */
  readonly isTwofold: boolean;
}

const MIN_SHARE = 0.25;
/** Tolerance for rounded boxes, relative to the height. */
const SLACK = 1.01;
/** Parts of the page in hundredths of its shorter side, as in the style sheet. */
const SIDE = 2;
const GAP = 1.6;
const FOOT = { across: 11, upright: 22 };
/** Minimum heights of the call and of the list, in the same unit. */
const MIN_CALL = { across: 36, upright: 44 };
const MIN_LIST = 30;

/** Heights in CSS pixels. */
export interface PictureRoom {
  /** 0: the pictures are left out, so that number, desk and list stay readable. */
  readonly pictures: number;
  /** Minimum of the call and of the list, on a screen in portrait. */
  readonly call: number;
  readonly list: number;
}

export function pictureRoom({ width, height, least, lineEms, lines, isTwofold }: PictureScreen): PictureRoom {
  const hundredth = Math.min(width, height) / 100;
  const isUpright = height > width;
  const inner = width - 2 * SIDE * hundredth;
  const listWidth = Math.min(Math.max(0.38 * inner, least * lineEms * 1.045 + 4.4 * hundredth), 0.54 * inner);
  const column = isUpright || lines === 0 ? inner : inner - listWidth - GAP * hundredth;
  const wanted = Math.ceil(((MIN_SHARE * width * height) / column) * SLACK);
  const readable = isTwofold ? 4.8 * least + 14 * hundredth : 3.6 * least + 12 * hundredth;
  const call = Math.max(readable, (isUpright ? MIN_CALL.upright : MIN_CALL.across) * hundredth);
  const list = isUpright && lines > 0 ? Math.max(MIN_LIST * hundredth, lines * 1.12 * least + 10 * hundredth) : 0;
  const others = 2 * SIDE + (isUpright ? FOOT.upright : FOOT.across) + (list > 0 ? 3 : 2) * GAP;
  return { pictures: height - others * hundredth - call - list >= wanted ? wanted : 0, call, list };
}

/** Parts of an idle display, in CSS pixels. */
export interface IdleParts {
  /** Of the column that they share. */
  readonly width: number;
  readonly height: number;
  /** Area of the whole screen. */
  readonly screen: number;
  /** Between two parts, and between two rows of queues. */
  readonly gap: number;
  /** Height of the words beside pictures; null: there are no pictures. */
  readonly wordsBeside: number | null;
  /** Height of the words with the organisation's name or logo. */
  readonly wordsAlone: number;
  /** Height of each row of queues. */
  readonly rows: readonly number[];
}

/** Whether an idle display shows pictures, and how many rows of queues: pictures first, if they get their share. */
export function idleRoom({ width, height, screen, gap, wordsBeside, wordsAlone, rows }: IdleParts): {
  readonly hasPictures: boolean;
  readonly rows: number;
} {
  const heightOf = (count: number): number => rows.slice(0, count).reduce((sum, row) => sum + row + gap, 0);
  const mostRows = (free: number): number | undefined =>
    Array.from({ length: rows.length + 1 }, (_, at) => rows.length - at).find((count) => heightOf(count) <= free);
  const wanted = ((MIN_SHARE * screen) / width) * SLACK;
  const beside = wordsBeside === null ? undefined : mostRows(height - wordsBeside - gap - wanted);
  if (beside !== undefined) return { hasPictures: true, rows: beside };
  return { hasPictures: false, rows: mostRows(height - wordsAlone) ?? 0 };
}
