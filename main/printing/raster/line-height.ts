/** Room above and below the baseline of a drawn line, in parts of its size: enough for Arabic and Devanagari marks. */
export const ASCENT = 1.15;
const DESCENT = 0.45;

/** Dots that a drawn line takes on paper. */
export function drawnLineDots(px: number): number {
  return Math.ceil(px * (ASCENT + DESCENT));
}
