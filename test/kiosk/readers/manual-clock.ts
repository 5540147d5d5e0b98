import type { Clock } from '../../../main/lib/context.ts';

/** A clock that stands until the test moves it. Timers fire in the order of their time. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
  /** How many timers wait. */
  pending(): number;
}

export function manualClock(start = 1_750_000_000_000): ManualClock {
  let now = start;
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  return {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const due = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        timers.delete(due);
        now = due.at;
        due.callback();
      }
      now = end;
    },
    pending: () => timers.size,
  };
}
