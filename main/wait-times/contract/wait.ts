/**
 * Wait time as a range, the same on every output.
 */

const MINUTE_S = 60;
const STEP_MIN = 5;
const LONG_STEP_MIN = 15;
/** From this many minutes on, a range is replaced by one figure. */
const LONG_MIN = 60;
/** Tolerance of the estimate, as a share. */
const PART_OFF = 0.2;

/** `minutes` as shown, `5–10`; or hours and minutes of a long wait. */
export type SpokenWait =
  | { readonly kind: 'minutes'; readonly minutes: string }
  | { readonly kind: 'hours'; readonly hours: number; readonly minutes: number };

/** @param dash between two numbers; some printers lack the default */
export function spokenWait(seconds: number, dash = '–'): SpokenWait {
  const { from, to } = waitRange(seconds);
  if (to <= LONG_MIN) return { kind: 'minutes', minutes: `${from}${dash}${to}` };
  const all = Math.round(seconds / MINUTE_S / LONG_STEP_MIN) * LONG_STEP_MIN;
  return { kind: 'hours', hours: Math.floor(all / 60), minutes: all % 60 };
}

/** Range in whole minutes for an estimate in seconds. */
export function waitRange(seconds: number): { readonly from: number; readonly to: number } {
  const exact = seconds / MINUTE_S;
  const from = Math.floor((exact * (1 - PART_OFF)) / STEP_MIN) * STEP_MIN;
  const to = Math.ceil((exact * (1 + PART_OFF)) / STEP_MIN) * STEP_MIN;
  return { from: Math.max(1, from), to: Math.max(STEP_MIN, to) };
}
