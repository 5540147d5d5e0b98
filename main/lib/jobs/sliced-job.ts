/**
 * Schedule of jobs that work in slices.
 *
 * At the start, so that a long power-off changes nothing, and every hour; by one of several servers, and at once by
 * another when that one is gone. What is erased goes slice by slice, and the queue goes on between two of them.
 */

import type { Store } from '../../store/contract/store.ts';
import type { Clock, Log } from '../context.ts';
import type { EventWith } from '../logging/events.ts';
import type { Result } from '../result.ts';
import { startRecurringJob } from './recurring-job.ts';

const EVERY_MS = 3_600_000;
const RETRY_MS = 60_000;
/** Rows of one slice, which is one transaction. */
export const SLICE_ROWS = 100;

export interface ErasingClock {
  /** Settles when the first run is over, or could not be done for now. */
  readonly started: Promise<void>;
  /** Settles when nothing of it touches the store any more. */
  close(): Promise<void>;
}

export interface ErasingClockDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * @param failure logged when a run failed; it is retried in a minute.
 * @param erase does all that is due, and stops early when `isMine` says no.
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
      // Also what was erased or ended since the last run in other ways, such as mails that were sent.
      if (!(await store.dropErased(signal)) && !signal.aborted) log.warn('privacy.wal-erasure-postponed');
    },
    onError: (detail) => log.warn(failure, { error: detail }),
  });
}

/** What one slice did, by what was erased, and whether there may be more. */
type Slice<Counts> = Counts & { readonly more: boolean };

/**
 * Slice after slice, until nothing is due any more or somebody else does it.
 * @param nothing the names of what is counted, each with 0.
 * @param tell hears of what has been erased, also when a slice broke; not of nothing.
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
