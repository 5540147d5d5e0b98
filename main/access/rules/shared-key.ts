/**
 * Detection of two machines with one device key.
 *
 * Pure.
 *
 * A program that restarts has another run too, but the one before is never heard again.
 */

/** Runs of one device as they were heard. */
export interface HeardRuns {
  readonly current: string;
  /** Runs that spoke before the current one; epoch milliseconds of their last word. */
  readonly earlier: Readonly<Record<string, number>>;
  /** When a run spoke that another one had followed; null: never. */
  readonly sharedAt: number | null;
}

export const NO_RUNS: HeardRuns = { current: '', earlier: {}, sharedAt: null };
/** Two machines speak at least once a minute each. */
const SHARED_MS = 180_000;
const REMEMBERED_MS = 600_000;

export function hearRun(heard: HeardRuns, run: string, now: number): HeardRuns {
  if (run === '' || run === heard.current) return heard;
  const before = heard.earlier[run];
  const isBack = before !== undefined && Math.abs(now - before) <= REMEMBERED_MS;
  const earlier = Object.entries({ ...heard.earlier, ...(heard.current === '' ? {} : { [heard.current]: now }) });
  return {
    current: run,
    earlier: Object.fromEntries(earlier.filter(([each, at]) => each !== run && Math.abs(now - at) <= REMEMBERED_MS)),
    sharedAt: isBack ? now : heard.sharedAt,
  };
}

/** When it can be taken to be over if nothing more is heard; null: no key is shared. */
export function sharedUntil({ sharedAt }: HeardRuns, now: number): number | null {
  return sharedAt !== null && Math.abs(now - sharedAt) < SHARED_MS ? sharedAt + SHARED_MS : null;
}
