import type { Clock } from '../../main/context.ts';

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
    for (;;) {
      const due = [...timers].filter(({ at }) => at <= target).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
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
