/**
 * Whether a cancelled ticket may still be called when so many of its service have been called since.
 * `tolerance`: the most that may have been; 0 never, negative without limit.
 */
export function withinTolerance(calledSince: number, tolerance: number): boolean {
  return tolerance < 0 || (tolerance > 0 && calledSince <= tolerance);
}
