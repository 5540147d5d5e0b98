/**
 * Sliced work that yields to other work.
 *
 * An ordinary ticket takes a few milliseconds and is built without a pause.
 */
import { setImmediate } from 'node:timers/promises';
import type { SlicedWork } from '../lib/steps.ts';

/** Longer than any ordinary ticket takes, and too short to notice. */
const SLICE_MS = 8;

/** Runs tasks in sequence, and yields whenever they have used up a time slice. */
export function startSlices(): <Result>(steps: SlicedWork<Result>) => Promise<Result> {
  let since = performance.now();
  return async (steps) => {
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
      if (performance.now() - since < SLICE_MS) continue;
      await setImmediate();
      since = performance.now();
    }
  };
}
