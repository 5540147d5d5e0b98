/**
 * Begins each location's business day: at the start, and at its reset time from then on. Of several servers one does; for
 * the others a day begins with the first request that needs it.
 */
import { type BusinessDaysDeps, createBusinessDays } from './business-days.ts';

/** Never sleeps longer: a machine that slept, or whose clock was set, is noticed by then. */
const LONGEST_SLEEP_MS = 60_000;
const RETRY_MS = 5_000;

export interface DayClock {
  /** Settles when the days of all locations have begun, or could not for now. */
  readonly started: Promise<void>;
  close(): void;
}

export function startDayClock(deps: BusinessDaysDeps): DayClock {
  const { site, clock, store } = deps;
  const days = createBusinessDays(deps);
  let cancel = (): void => {};
  let closed = false;

  async function work(): Promise<void> {
    cancel();
    if (!store.peers.isMine('days')) return;
    const complete = await Promise.resolve(days.begin()).then(
      () => true,
      () => false,
    );
    cancel();
    if (closed) return;
    const pause = complete ? Math.min(LONGEST_SLEEP_MS, days.nextAt() - clock.now()) : RETRY_MS;
    cancel = clock.after(pause, () => void work());
  }

  const stops = [site.onChange(() => void work()), store.peers.onDuty('days', () => void work())];
  return {
    started: work(),
    close() {
      closed = true;
      for (const stop of stops) stop();
      cancel();
    },
  };
}
