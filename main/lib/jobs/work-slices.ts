/**
 * Long work in slices, at most one per turn of the event loop.
 *
 * The limit applies to all such work together. So a ticket request waits for one slice at most, however many
 * administrators start long work at once.
 */
import type { SlicedWork } from '../steps.ts';

const SLICE_MS = 8;

/** Runs one slice; returns true when the work is complete. */
type Slice = () => boolean;

/** One queue per process, because it has one event loop. */
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

/** Work shorter than a slice runs at once, unless other work waits. Rejects with the error of the work. */
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
