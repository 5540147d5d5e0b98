/** Wrong codes that are typed at a kiosk, counted by who types them. */
import { TYPED_CODES, WINDOW_MS } from '../../access/rules/guess-policy.ts';

/** Callers that are kept in mind; past that, those that tried longest ago are forgotten. */
const MAX_KEPT = 10_000;

export interface Attempts {
  /**
   * Counts a try before it is known to be wrong, so that many at once do not get more tries than one after another.
   * Gives the milliseconds to wait when there were too many, and counts nothing then.
   */
  begin(who: string, now: number): number;
  /** Takes the try back: it was right. */
  forgive(who: string, now: number): void;
}

export function countAttempts(): Attempts {
  const tries = new Map<string, number[]>();

  const recent = (who: string, now: number): number[] =>
    // A clock that was set back must not lock anybody out.
    (tries.get(who) ?? []).filter((at) => at <= now && now - at < WINDOW_MS);

  function keep(who: string, times: number[]): void {
    // Set anew, so that the map's order is that of the last try.
    tries.delete(who);
    if (times.length > 0) tries.set(who, times);
    for (const oldest of tries.keys()) {
      if (tries.size <= MAX_KEPT) break;
      tries.delete(oldest);
    }
  }

  return {
    begin(who, now) {
      const times = recent(who, now);
      const [first] = times;
      if (first !== undefined && times.length >= TYPED_CODES.own) return first + WINDOW_MS - now;
      keep(who, [...times, now]);
      return 0;
    },
    forgive(who, now) {
      const times = recent(who, now);
      const at = times.indexOf(now);
      keep(who, at < 0 ? times.slice(0, -1) : times.toSpliced(at, 1));
    },
  };
}
