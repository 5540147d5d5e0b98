/**
 * Long work in steps, so that other work can run between two of them.
 * Who runs the steps decides how many of them make one slice.
 */

/** Yields wherever it may be interrupted; returns its result. */
export type SlicedWork<Result> = Generator<void, Result, void>;

/** Runs all steps in one go. */
export function atOnce<Result>(steps: SlicedWork<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
