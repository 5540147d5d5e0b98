/** Number of recent tickets in the wait-time average. */
export const REMEMBERED_WAITS = 20;

/** Spare entries: after an undone call enough waits are left for the average. */
const SPARE_WAITS = 5;

/** A finished wait: its duration, and the ticket's place in the queue at issue (1: next). */
export interface PastWait {
  readonly waitMs: number;
  readonly places: number;
}

/** The recent waits with one more. */
export function rememberWait(waits: readonly PastWait[], wait: PastWait): PastWait[] {
  return [...waits, wait].slice(-REMEMBERED_WAITS - SPARE_WAITS);
}

/** The recent waits without one that was undone: removes the newest equal entry. */
export function forgetWait(waits: readonly PastWait[], wait: PastWait): PastWait[] {
  const at = waits.findLastIndex(({ waitMs, places }) => waitMs === wait.waitMs && places === wait.places);
  return waits.filter((_, index) => index !== at);
}

export interface WaitFigures {
  /** Mean wait in whole seconds; `null` before the first call of the day. */
  readonly averageWaitSeconds: number | null;
  /** Recent seconds per place in the queue; `null` before the first call of the day. */
  readonly secondsPerPlace: number | null;
}

export function waitFigures(remembered: readonly PastWait[]): WaitFigures {
  const waits = remembered.slice(-REMEMBERED_WAITS);
  if (waits.length === 0) return { averageWaitSeconds: null, secondsPerPlace: null };
  const waitMs = waits.reduce((sum, wait) => sum + wait.waitMs, 0);
  const places = waits.reduce((sum, wait) => sum + wait.places, 0);
  return {
    averageWaitSeconds: Math.round(waitMs / waits.length / 1000),
    secondsPerPlace: waitMs / 1000 / Math.max(1, places),
  };
}
