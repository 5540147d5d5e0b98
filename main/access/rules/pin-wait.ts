/** Wait of the operator panel after wrong PINs: none at first, then longer with each. */
import { PANEL_PIN_POLICY } from './guess-policy.ts';

/** @param wrong how many were wrong since the last right one. */
export function pinWaitMs(wrong: number): number {
  const { free, firstMs, maxMs } = PANEL_PIN_POLICY;
  return wrong <= free ? 0 : Math.min(maxMs, firstMs * 2 ** (wrong - free - 1));
}

export interface PinTries {
  /** Wrong since the last right one. */
  readonly wrong: number;
  /** When the last of them was: epoch milliseconds. */
  readonly at: number;
}

export const NO_TRIES: PinTries = { wrong: 0, at: 0 };

/** What two servers know of the same panel: the later right PIN ends all that was wrong before it. */
export function pinTriesTogether(one: PinTries, other: PinTries): PinTries {
  const [earlier, later] = one.at <= other.at ? [one, other] : [other, one];
  return later.wrong === 0 ? later : { wrong: Math.max(earlier.wrong, later.wrong), at: later.at };
}

/** What is left of the wait. A clock that was set back makes it no longer than it was. */
export function pinWaitLeftMs({ wrong, at }: PinTries, now: number): number {
  const wait = pinWaitMs(wrong);
  return Math.max(0, Math.min(wait, at + wait - now));
}
