/** Number of recent tickets in the wait-time average. */
export const REMEMBERED_WAITS = 20;

/** Kept beside those: a call that is taken back leaves as many that count as before. */
const SPARE_WAITS = 5;

/** One wait that is over: how long it took, and from which place in the queue (1: next in turn). */
export interface PastWait {
  readonly waitMs: number;
  readonly places: number;
}

/** The waits to remember after one more. */
export function rememberWait(waits: readonly PastWait[], wait: PastWait): PastWait[] {
  return [...waits, wait].slice(-REMEMBERED_WAITS - SPARE_WAITS);
}

/** The same without one that never was; the newest that is alike. */
export function forgetWait(waits: readonly PastWait[], wait: PastWait): PastWait[] {
  const at = waits.findLastIndex(({ waitMs, places }) => waitMs === wait.waitMs && places === wait.places);
  return waits.filter((_, index) => index !== at);
}

export interface WaitFigures {
  /** Mean wait in whole seconds; `null` before the first call of the day. */
  readonly averageWaitSeconds: number | null;
  /** What one place in the queue has cost lately; `null` before the first call of the day. */
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
