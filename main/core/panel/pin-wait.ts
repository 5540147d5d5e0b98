/** How long nobody may try a PIN: nothing at first, then longer with each wrong one. */
const FREE_TRIES = 2;
const FIRST_MS = 30_000;
const MOST_MS = 3_600_000;

/** @param wrong how many were wrong since the last right one. */
export function pinWaitMs(wrong: number): number {
  if (wrong <= FREE_TRIES) return 0;
  return Math.min(MOST_MS, FIRST_MS * 2 ** (wrong - FREE_TRIES - 1));
}

export interface PinTries {
  /** Wrong since the last right one. */
  readonly wrong: number;
  /** When the last of them was: epoch milliseconds. */
  readonly at: number;
}

export const NO_TRIES: PinTries = { wrong: 0, at: 0 };

/** What is left of the wait. A clock that was set back makes it no longer than it was. */
export function pinWaitLeftMs({ wrong, at }: PinTries, now: number): number {
  const wait = pinWaitMs(wrong);
  return Math.max(0, Math.min(wait, at + wait - now));
}
