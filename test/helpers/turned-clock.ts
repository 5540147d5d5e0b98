import type { Clock } from '../../main/lib/context.ts';

/** More callbacks at one instant mean an endless loop of timers without a delay. */
const MAX_AT_ONCE = 10_000;
/**
 * A timer of a few minutes would run tens of thousands of times in a leap of months, each time with a query, and all
 * after the leap. On such a leap timers run late, as on a busy machine: at most this often.
 */
const MAX_ON_THE_WAY = 500;
const LONG_WAY_MS = 48 * 60 * 60_000;

/** A clock that advances only when a test advances it. */
export interface TurnedClock extends Clock {
  /** Advances and runs all due timers in order; on a leap of more than two days, repeated timers may run late. */
  advance(ms: number): void;
  set(instant: string): void;
}

export function turnedClock(start: string): TurnedClock {
  let now = Date.parse(start);
  /** During a leap: the minimum delay of new timers. */
  let shortestMs = 0;
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();

  function goTo(target: number): void {
    let atOnce = 0;
    const wayMs = target - now;
    shortestMs = wayMs > LONG_WAY_MS ? wayMs / MAX_ON_THE_WAY : 0;
    for (;;) {
      const due = [...timers].filter(({ at }) => at <= target).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      atOnce = due.at - now < 1 ? atOnce + 1 : 0;
      if (atOnce > MAX_AT_ONCE) throw new Error(`The clock was called back ${MAX_AT_ONCE} times at one instant.`);
      timers.delete(due);
      now = Math.max(now, due.at);
      due.callback();
    }
    now = target;
    shortestMs = 0;
  }

  return {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + Math.max(shortestMs, ms), callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance: (ms) => goTo(now + ms),
    set: (instant) => goTo(Date.parse(instant)),
  };
}
