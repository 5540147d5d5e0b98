/**
 * How many lines of the list can be read. The page does not know how large its screen is; it reckons with one of 43
 * inches, the smallest that is hung in a waiting room, where a shorter side of 1 is 535 mm high: a number of 50 mm, the
 * least that is read from ten metres, is 9.35 % of it. A larger screen shows the same lines, larger.
 */

/** The least height of a line, in percent of the shorter side of the screen: its number takes 86 % of it. */
export const LEAST_LINE_VMIN = 10.9;

/** Lines that fit into this height, on a screen with this shorter side; all in CSS pixels. One there is always. */
export function readableLines(height: number, shorterSide: number): number {
  const least = (LEAST_LINE_VMIN * shorterSide) / 100;
  // Half a pixel: heights of boxes are rounded.
  return Math.max(1, Math.floor((height + 0.5) / least));
}
