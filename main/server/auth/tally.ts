/** What is known of the tries of a name or an address. */
import { largest } from '../../core/lists.ts';
export interface Tally {
  wrong: number;
  /** Of the last try: epoch milliseconds. */
  at: number;
  /** How much of the budget was used up then. */
  spent: number;
}

/** One try of a budget comes back in this time. */
export const BUDGET_EVERY_MS = 3_000;
/** Wrong tries are forgotten when none has come for so long. */
export const FORGET_MS = 15 * 60_000;

/** A clock that was set back brings nothing back, and locks nobody out. */
export function spentNow({ spent, at }: Tally, now: number): number {
  return Math.max(0, spent - Math.max(0, now - at) / BUDGET_EVERY_MS);
}

/** What several know of the same: each has seen some of it, or all. */
export function together(tallies: readonly Tally[], now: number): Tally {
  const counted = tallies.filter(({ at }) => at <= now && now - at < FORGET_MS);
  if (counted.length === 0) return { wrong: 0, at: now - FORGET_MS, spent: 0 };
  const at = largest(counted.map((tally) => tally.at));
  return {
    wrong: largest(counted.map(({ wrong }) => wrong)),
    at,
    spent: largest(counted.map((tally) => spentNow(tally, at))),
  };
}
