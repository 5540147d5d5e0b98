import type { Clock } from '../../main/lib/context.ts';

/** Called back so often at one instant, something asks for no time at all again and again, and would for ever. */
const MAX_AT_ONCE = 10_000;
/**
 * Whoever looks every few minutes would look tens of thousands of times in a leap of months, each time at the store, and all
 * after the leap. On such a way they are called late, as on a busy machine: no more often than this.
 */
const MAX_ON_THE_WAY = 500;
const LONG_WAY_MS = 48 * 60 * 60_000;

/** A clock that stands still until a test turns it. */
export interface TurnedClock extends Clock {
  /** Moves on, and calls back everything that is due on the way, in its turn; whoever asks again on a way of more than two days may be late. */
  advance(ms: number): void;
  set(instant: string): void;
}

export function turnedClock(start: string): TurnedClock {
  let now = Date.parse(start);
  /** While it moves on: the shortest time after which who asks on the way is called. */
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
