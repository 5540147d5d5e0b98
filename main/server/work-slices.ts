/**
 * Runs long work in slices: in each turn of the event loop at most one slice, of all work that waits.
 * A ticket that is drawn meanwhile waits for one slice, however many administrators ask for long work at once.
 */
import type { Steps } from '../core/steps.ts';

const SLICE_MS = 8;

/** Runs one slice; true when the work is over. */
type Slice = () => boolean;

/** A process has one event loop, and so one line for it. */
const waiting: Slice[] = [];

function runNext(): void {
  const first = waiting.shift();
  if (first === undefined) return;
  if (!first()) waiting.push(first);
  if (waiting.length > 0) setImmediate(runNext);
}

/** What takes less than a slice is done at once, unless other work waits. Rejects with what the work throws. */
export function inSlices<Result>(steps: Steps<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const slice = (): boolean => {
      const until = performance.now() + SLICE_MS;
      try {
        for (;;) {
          const { done, value } = steps.next();
          if (done === true) {
            resolve(value);
            return true;
          }
          if (performance.now() >= until) return false;
        }
      } catch (error) {
        reject(error);
        return true;
      }
    };
    if (waiting.length === 0 && slice()) return;
    waiting.push(slice);
    if (waiting.length === 1) setImmediate(runNext);
  });
}
