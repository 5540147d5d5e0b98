/** Labels of chart axes. */

/** Width of a wide letter of the axis, and space between two labels. */
const LETTER_PX = 8;
const APART_PX = 12;

/** Which labels of an axis are drawn, so that none touches the next: each first, each second and so on. */
export function labelStep(labels: readonly string[], slotPx: number): number {
  const widest = Math.max(0, ...labels.map((label) => [...label].length)) * LETTER_PX;
  return Math.max(1, Math.ceil((widest + APART_PX) / slotPx));
}
