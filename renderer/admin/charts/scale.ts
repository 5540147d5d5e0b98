/** Ticks and labels of chart axes. */

/** Three to six ticks with round values; the last one is at or above the highest value. */
export function axisMarks(highest: number, steps: readonly number[] = [1, 2, 2.5, 5]): readonly number[] {
  if (highest <= 0) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(highest / 4 || 1));
  const step = [...steps.map((each) => each * power), 10 * power].find((each) => each * 5 >= highest) ?? highest;
  const size = Math.max(step, 1);
  const marks: number[] = [];
  for (let mark = 0; mark < highest + size; mark += size) marks.push(mark);
  return marks;
}

/** Ticks for durations, at round minutes and hours. */
export function timeMarks(highestSeconds: number): readonly number[] {
  const sizes = [60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400];
  const size = sizes.find((each) => each * 6 >= highestSeconds) ?? 86_400;
  const marks: number[] = [];
  for (let mark = 0; mark < Math.max(highestSeconds, 1) + size; mark += size) marks.push(mark);
  return marks;
}

/** Width of a wide letter of the axis, and space between two labels. */
const LETTER_PX = 8;
const APART_PX = 12;

/** Which labels of an axis are drawn, so that none touches the next: each first, each second and so on. */
export function labelStep(labels: readonly string[], slotPx: number): number {
  const widest = Math.max(0, ...labels.map((label) => [...label].length)) * LETTER_PX;
  return Math.max(1, Math.ceil((widest + APART_PX) / slotPx));
}
