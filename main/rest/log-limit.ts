/**
 * Rate limit per minute of one kind of log line.
 *
 * It prevents that a client fills the disk.
 */
import type { Clock } from '../lib/context.ts';

const MAX_A_MINUTE = 60;
const MINUTE_MS = 60_000;

/** Whether the next line can be written. */
export type LogLimit = () => boolean;

/** @param logSkipped called in the next minute, with the number of skipped lines */
export function createLogLimit(clock: Clock, logSkipped: (count: number) => void): LogLimit {
  let minute = Number.NEGATIVE_INFINITY;
  let written = 0;
  let skipped = 0;
  return () => {
    const current = Math.floor(clock.now() / MINUTE_MS);
    if (current !== minute) {
      if (skipped > 0) logSkipped(skipped);
      minute = current;
      written = 0;
      skipped = 0;
    }
    if (written >= MAX_A_MINUTE) {
      skipped += 1;
      return false;
    }
    written += 1;
    return true;
  };
}
