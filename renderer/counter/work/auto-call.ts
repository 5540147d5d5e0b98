/**
 * Automatic call of the next visitor, after the end of a visit on this page.
 */
export interface AutoCallNow {
  /** A visitor is served here. */
  readonly isServing: boolean;
  readonly isAway: boolean;
  /** A visitor waits whom this desk can call. */
  readonly isSomebodyNext: boolean;
  /** A dialog is open, or a request is pending. */
  readonly isOccupied: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * `armed`: a visit has ended here since the clerk last stopped it; `due`: time of the call; null without a countdown.
 */
export interface AutoCall {
  readonly armed: boolean;
  readonly wasServing: boolean;
  readonly due: number | null;
}

export const NOT_CALLING: AutoCall = { armed: false, wasServing: false, due: null };

/** @param seconds site setting; 0: never */
export function autoCall(before: AutoCall, seconds: number, here: AutoCallNow): AutoCall {
  const { isServing, isAway, isSomebodyNext, isOccupied, now } = here;
  if (seconds <= 0 || isServing) return { armed: false, wasServing: isServing, due: null };
  const armed = !isAway && (before.armed || before.wasServing);
  const counts = armed && isSomebodyNext && !isOccupied;
  return { armed, wasServing: false, due: counts ? (before.due ?? now + seconds * 1000) : null };
}
