/** Room for pictures beside a call: a quarter of the screen or more, or none. Pure. */

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
