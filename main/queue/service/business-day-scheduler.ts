/**
 * Scheduler of business days, at each reset time.
 *
 * It begins due days at the start and at every reset time. In a cluster, one server runs it; on the others the first
 * request of a day begins it.
 */
import { startRecurringJob } from '../../lib/jobs/recurring-job.ts';
import { type BusinessDaysDeps, createBusinessDays } from './business-days.ts';

/** Maximum sleep: detects a suspended machine or a changed clock within this time. */
const LONGEST_SLEEP_MS = 60_000;
const RETRY_MS = 5_000;

export interface DayClock {
  /** Settles when the days of all locations have begun or failed. */
  readonly started: Promise<void>;
  /** Begins no further days. Settles when the scheduler no longer uses the store. */
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
        // `createBusinessDays` has logged the error of each location.
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
