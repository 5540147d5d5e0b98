/** Column widths of a PDF table. */

/** The first column may be so much of the table before it is cut. */
const MAX_LEAD = 0.45;

/**
 * @param room what there is, in points.
 * @param widest the width of the widest cell of each column.
 * @returns as wide as the widest cell, and the rest shared; where that is too much, the widest gives way first.
 */
export function columnWidths(room: number, widest: readonly number[]): readonly number[] {
  const sum = widest.reduce((all, each) => all + each, 0);
  if (sum <= room) {
    const more = (room - sum) / Math.max(1, widest.length);
    return widest.map((width) => width + more);
  }
  let limit = room;
  // Lowers the widest until all fit: some steps of halving are finer than a point.
  for (let [low, high] = [0, room], step = 0; step < 20; step += 1) {
    limit = (low + high) / 2;
    if (widest.reduce((all, each) => all + Math.min(each, limit), 0) > room) high = limit;
    else low = limit;
  }
  const [lead = 0, ...others] = widest.map((width) => Math.min(width, limit));
  const first = others.length === 0 ? room : Math.min(lead, room * MAX_LEAD);
  return [first, ...others];
}
