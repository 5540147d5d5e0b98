/** Long work within a transaction, with pauses in which other requests are answered. */
import { setImmediate } from 'node:timers/promises';
import type { SlicedWork as Work } from '../../lib/steps.ts';
import type { Effects } from '../effect.ts';

/** Of one turn of the event loop: this thread serves visitors too. */
const SLICE_MS = 8;

export function* withPauses<Result>(work: Work<Result>): Effects<Result> {
  let until = performance.now() + SLICE_MS;
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    if (performance.now() < until) continue;
    yield setImmediate();
    until = performance.now() + SLICE_MS;
  }
}
