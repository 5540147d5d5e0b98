/**
 * Schedule of jobs that work in slices.
 *
 * They run at the start, so that a long power-off changes nothing, and every hour. One server of a cluster runs them,
 * with failover. Rows are erased slice by slice, so that queue operations run in between.
 */

import type { Store } from '../../store/contract/store.ts';
import type { ClockAndLog } from '../context.ts';
import type { EventWith } from '../logging/events.ts';
import type { Result } from '../result.ts';
import { startRecurringJob } from './recurring-job.ts';

const EVERY_MS = 3_600_000;
const RETRY_MS = 60_000;
/** Rows per slice, which is one transaction. */
export const SLICE_ROWS = 100;

export interface ErasingClock {
  /** Resolves when the first run has ended or failed. */
  readonly started: Promise<void>;
  /** Resolves when the job no longer uses the store. */
  close(): Promise<void>;
}

export interface ErasingClockDeps extends ClockAndLog {
  readonly store: Store;
}

/**
 * @param failure event to log when a run failed; it is retried in a minute
 * @param erase erases everything that is due; stops early when `isMine` returns false
 */
export function startErasingClock(
  failure: EventWith<'warn', 'error'>,
  erase: (isMine: () => boolean) => Promise<void>,
  { store, clock, log }: ErasingClockDeps,
): ErasingClock {
  return startRecurringJob({
    clock,
    periodMs: EVERY_MS,
    retryMs: RETRY_MS,
    lease: { peers: store.peers, job: 'erasing' },
    async run({ isMine, signal }) {
      await erase(isMine);
      // Includes data erased or deleted since the last run in other ways, such as sent mail.
      if (!(await store.dropErased(signal)) && !signal.aborted) log.warn('privacy.wal-erasure-postponed');
    },
    onError: (detail) => log.warn(failure, { error: detail }),
  });
}

/** Result of one slice: counts of erased items, and whether there can be more. */
type Slice<Counts> = Counts & { readonly more: boolean };

/**
 * Runs slices until nothing is due, or another server holds the job.
 * @param nothing names of the counts, each with 0
 * @param tell receives non-zero counts, even after a failed slice
 */
export async function inSlices<Counts extends { readonly [Name in keyof Counts]: number }>(
  nothing: Counts,
  isMine: () => boolean,
  slice: () => Promise<Result<Slice<Counts>, { readonly errno: number }>>,
  tell: (erased: Counts) => void,
): Promise<void> {
  const names = Object.keys(nothing) as (keyof Counts)[];
  const total: Record<keyof Counts, number> = { ...nothing };
  try {
    for (let more = true; more && isMine(); ) {
      const done = await slice();
      if (!done.ok) throw new Error(`errno ${done.error.errno}`);
      for (const name of names) total[name] += done.value[name];
      more = done.value.more;
    }
  } finally {
    if (names.some((name) => total[name] > 0)) tell(total as Counts);
  }
}
