/** Height of drawn text lines, in dots. */
import { type Bitmap, inkedRows } from './bitmap.ts';

/** Space above and below the baseline of a drawn line, relative to its size: enough for Arabic and Devanagari marks. */
const ASCENT = 1.15;
const DESCENT = 0.45;

/** Dots above and below the baseline. */
export interface LineReach {
  readonly above: number;
  readonly below: number;
}

interface LineSize {
  /** Font size in dots. */
  readonly px: number;
  /** Measured extent of the line's glyphs, if known. */
  readonly reach?: LineReach;
}

export function lineReach({ px, reach }: LineSize): LineReach {
  if (reach !== undefined) return reach;
  const above = Math.round(px * ASCENT);
  return { above, below: Math.ceil(px * (ASCENT + DESCENT)) - above };
}

/** Height of a drawn line in dots. */
export function drawnLineDots(size: LineSize): number {
  const { above, below } = lineReach(size);
  return above + below;
}

/** Margin above and below the glyphs, so that lines do not touch. */
const AIR_DOTS = 3;
const BAR_AIR_DOTS = 5;

/**
 * Vertical extent of the ink in lines of one size, with a margin. It is measured on the drawn lines without their bars:
 * font metrics ignore marks from fallback fonts.
 */
export function reachOf(drawn: readonly Bitmap[], { px }: LineSize, isBar: boolean): LineReach {
  const room = lineReach({ px });
  const air = isBar ? BAR_AIR_DOTS : AIR_DOTS;
  let [above, below] = [0, 0];
  for (const bitmap of drawn) {
    const { from, to } = inkedRows(bitmap) ?? { from: room.above, to: room.above };
    above = Math.max(above, room.above - from);
    below = Math.max(below, to - room.above);
  }
  return { above: Math.min(room.above, above + air), below: Math.min(room.below, below + air) };
}
