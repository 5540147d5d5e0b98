/** One way to speak of a wait, so that screen and paper never differ. */

const MINUTE_S = 60;
/** From here on the minute is false precision. */
const COARSE_MIN = 20;
const COARSE_STEP_MIN = 5;

/** Whole minutes to say for a wait in seconds: at least one, and in steps of five when it is long. */
export function waitMinutes(seconds: number): number {
  const exact = Math.max(1, Math.round(seconds / MINUTE_S));
  return exact < COARSE_MIN ? exact : Math.round(exact / COARSE_STEP_MIN) * COARSE_STEP_MIN;
}
