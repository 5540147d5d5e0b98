/**
 * Long work in slices, one per turn of the event loop.
 *
 * In each turn of the event loop at most one slice, of all work that waits. A ticket that is drawn meanwhile waits for
 * one slice, however many administrators ask for long work at once.
 */
import type { SlicedWork } from '../steps.ts';

const SLICE_MS = 8;

/** Runs one slice; true when the work is over. */
type Slice = () => boolean;

/** A process has one event loop, and so one line for it. */
const waiting: Slice[] = [];

/** Whether a slice ran in this turn. */
let isTaken = false;

function runNext(): void {
  const first = waiting.shift();
  isTaken = first !== undefined;
  if (first === undefined) return;
  setImmediate(runNext);
  if (!first()) waiting.push(first);
}

/** What takes less than a slice is done at once, unless other work waits. Rejects with what the work throws. */
export function inSlices<Result>(steps: SlicedWork<Result>): Promise<Result> {
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
    if (!isTaken) {
      isTaken = true;
      setImmediate(runNext);
      if (slice()) return;
    }
    waiting.push(slice);
  });
}
