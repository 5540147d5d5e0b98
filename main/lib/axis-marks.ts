/** Ticks of chart axes, on pages and on paper. */

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
