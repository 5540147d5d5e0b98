/** Delay of the operator panel after wrong PINs. */
import { PANEL_PIN_POLICY } from './guess-policy.ts';

/** @param wrong wrong PINs since the last right one */
export function pinWaitMs(wrong: number): number {
  const { free, firstMs, maxMs } = PANEL_PIN_POLICY;
  return wrong <= free ? 0 : Math.min(maxMs, firstMs * 2 ** (wrong - free - 1));
}

export interface PinTries {
  /** Wrong PINs since the last right one. */
  readonly wrong: number;
  /** Time of the last wrong PIN: epoch milliseconds. */
  readonly at: number;
}

export const NO_TRIES: PinTries = { wrong: 0, at: 0 };

/** Merges what two servers know of one panel: the later right PIN clears all earlier wrong ones. */
export function pinTriesTogether(one: PinTries, other: PinTries): PinTries {
  const [earlier, later] = one.at <= other.at ? [one, other] : [other, one];
  return later.wrong === 0 ? later : { wrong: Math.max(earlier.wrong, later.wrong), at: later.at };
}

/** Rest of the delay. A clock that was set back does not lengthen it. */
export function pinWaitLeftMs({ wrong, at }: PinTries, now: number): number {
  const wait = pinWaitMs(wrong);
  return Math.max(0, Math.min(wait, at + wait - now));
}
