/**
 * Automatic call of the next visitor.
 *
 * After an end at this page, and only while nothing speaks against it.
 */
export interface AutoCallNow {
  /** Somebody is served here. */
  readonly isServing: boolean;
  readonly isAway: boolean;
  /** Somebody waits whom this desk would call. */
  readonly isSomebodyNext: boolean;
  /** The clerk is asked something, or something is on its way. */
  readonly isOccupied: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** `armed`: a visit has ended here since the clerk stopped it last; `due`: when it calls; null while it does not count. */
export interface AutoCall {
  readonly armed: boolean;
  readonly wasServing: boolean;
  readonly due: number | null;
}

export const NOT_CALLING: AutoCall = { armed: false, wasServing: false, due: null };

/** @param seconds of the house; 0: never. */
export function autoCall(before: AutoCall, seconds: number, here: AutoCallNow): AutoCall {
  const { isServing, isAway, isSomebodyNext, isOccupied, now } = here;
  if (seconds <= 0 || isServing) return { armed: false, wasServing: isServing, due: null };
  const armed = !isAway && (before.armed || before.wasServing);
  const counts = armed && isSomebodyNext && !isOccupied;
  return { armed, wasServing: false, due: counts ? (before.due ?? now + seconds * 1000) : null };
}
