/**
 * Tolerance for calling a cancelled ticket again.
 *
 * `tolerance`: the most that may have been; 0 never, negative without limit.
 */
export function withinTolerance(calledSince: number, tolerance: number): boolean {
  return tolerance < 0 || (tolerance > 0 && calledSince <= tolerance);
}
