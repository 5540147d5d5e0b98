/**
 * Work in steps that yield to other work.
 *
 * Between two steps the program may do something else first. An ordinary ticket takes a few milliseconds and is done
 * at once.
 */
import { setImmediate } from 'node:timers/promises';
import type { SlicedWork } from '../lib/steps.ts';

/** Longer than any ordinary ticket takes, and too short for anybody to notice. */
const SLICE_MS = 8;

/** Does one thing after another, and lets other work come in between when a slice of time is used up by all of them. */
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
