/**
 * Scheduler of business days, at each reset time.
 *
 * At the start, and at its reset time from then on. Of several servers one does; for the others a day begins with the
 * first request that needs it.
 */
import { startRecurringJob } from '../../lib/jobs/recurring-job.ts';
import { type BusinessDaysDeps, createBusinessDays } from './business-days.ts';

/** Never sleeps longer: a machine that slept, or whose clock was set, is noticed by then. */
const LONGEST_SLEEP_MS = 60_000;
const RETRY_MS = 5_000;

export interface DayClock {
  /** Settles when the days of all locations have begun, or could not for now. */
  readonly started: Promise<void>;
  /** Begins no further day. Settles when it does not use the store any more. */
  close(): Promise<void>;
}

export function startDayClock(deps: BusinessDaysDeps): DayClock {
  const { site, clock, store, log } = deps;
  const days = createBusinessDays(deps);
  const job = startRecurringJob({
    clock,
    periodMs: LONGEST_SLEEP_MS,
    retryMs: RETRY_MS,
    lease: { peers: store.peers, job: 'days' },
    async run({ signal }) {
      try {
        await days.begin(undefined, signal);
      } catch {
        // `createBusinessDays` has logged it for each location.
        return clock.now() + RETRY_MS;
      }
      const now = clock.now();
      return Math.max(now + 1, Math.min(now + LONGEST_SLEEP_MS, days.nextAt()));
    },
    onError: (detail) => log.warn('business-day.failed', { error: detail }),
  });
  const stop = site.onChange(() => job.wake());
  return {
    started: job.started,
    close() {
      stop();
      return job.close();
    },
  };
}
