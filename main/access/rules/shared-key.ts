/**
 * Detection of two machines with one device key.
 *
 * After a restart a device also has a new run id, but the earlier run sends nothing more.
 */

/** Runs of one device, with the times of their messages. */
export interface KnownRuns {
  readonly current: string;
  /** Last message of each earlier run: epoch milliseconds. */
  readonly earlier: Readonly<Record<string, number>>;
  /** When an earlier run last sent a message after its successor had started; null: never. */
  readonly sharedAt: number | null;
}

export const NO_RUNS: KnownRuns = { current: '', earlier: {}, sharedAt: null };
/** Each machine sends a message at least once a minute. */
const SHARED_MS = 180_000;
const REMEMBERED_MS = 600_000;

export function recordRun(heard: KnownRuns, run: string, now: number): KnownRuns {
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

/** When the alarm ends unless both runs send again; null: the key is not shared. */
export function sharedUntil({ sharedAt }: KnownRuns, now: number): number | null {
  return sharedAt !== null && Math.abs(now - sharedAt) < SHARED_MS ? sharedAt + SHARED_MS : null;
}
