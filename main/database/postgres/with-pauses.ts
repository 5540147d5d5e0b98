/**
 * Runs long work within a transaction in slices.
 *
 * Other requests are handled in between.
 */
import { setImmediate } from 'node:timers/promises';
import type { SlicedWork as Work } from '../../lib/steps.ts';
import type { Effects } from '../effect.ts';

/** Duration of one slice: this thread serves visitors too. */
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
