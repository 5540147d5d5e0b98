/**
 * Long work in steps, so that other work can run in between.
 *
 * The runner decides how many steps make one slice.
 */

/** Yields wherever it can be interrupted; returns its result. */
export type SlicedWork<Result> = Generator<void, Result, void>;

/** Runs all steps without a pause. */
export function atOnce<Result>(steps: SlicedWork<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
