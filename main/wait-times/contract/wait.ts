/**
 * Wait time as a range, the same on every output.
 *
 * As a range, because nobody knows it to the minute.
 */

const MINUTE_S = 60;
const STEP_MIN = 5;
const LONG_STEP_MIN = 15;
/** From here on a range says no more than one figure. */
const LONG_MIN = 60;
/** So much shorter or longer it may well be. */
const PART_OFF = 0.2;

/** `minutes` as it is said, `5–10`; or hours and minutes of a long wait. */
export type SpokenWait =
  | { readonly kind: 'minutes'; readonly minutes: string }
  | { readonly kind: 'hours'; readonly hours: number; readonly minutes: number };

/** @param dash between two numbers; printers do not have every one. */
export function spokenWait(seconds: number, dash = '–'): SpokenWait {
  const { from, to } = waitRange(seconds);
  if (to <= LONG_MIN) return { kind: 'minutes', minutes: `${from}${dash}${to}` };
  const all = Math.round(seconds / MINUTE_S / LONG_STEP_MIN) * LONG_STEP_MIN;
  return { kind: 'hours', hours: Math.floor(all / 60), minutes: all % 60 };
}

/** The shortest and the longest wait in whole minutes that a figure in seconds stands for. */
export function waitRange(seconds: number): { readonly from: number; readonly to: number } {
  const exact = seconds / MINUTE_S;
  const from = Math.floor((exact * (1 - PART_OFF)) / STEP_MIN) * STEP_MIN;
  const to = Math.ceil((exact * (1 + PART_OFF)) / STEP_MIN) * STEP_MIN;
  return { from: Math.max(1, from), to: Math.max(STEP_MIN, to) };
}
