import type { Clock } from '../../main/context.ts';

/** Called back so often at one instant, something asks for no time at all again and again, and would for ever. */
const MOST_AT_ONCE = 10_000;

/** A clock that stands still until a test turns it. */
export interface TurnedClock extends Clock {
  /** Moves on, and calls back everything that is due on the way, in its turn. */
  advance(ms: number): void;
  set(instant: string): void;
}

export function turnedClock(start: string): TurnedClock {
  let now = Date.parse(start);
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();

  function goTo(target: number): void {
    let atOnce = 0;
    for (;;) {
      const due = [...timers].filter(({ at }) => at <= target).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      atOnce = due.at - now < 1 ? atOnce + 1 : 0;
      if (atOnce > MOST_AT_ONCE) throw new Error(`The clock was called back ${MOST_AT_ONCE} times at one instant.`);
      timers.delete(due);
      now = Math.max(now, due.at);
      due.callback();
    }
    now = target;
  }

  return {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + Math.max(0, ms), callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance: (ms) => goTo(now + ms),
    set: (instant) => goTo(Date.parse(instant)),
  };
}
