const FIRST_MS = 5_000;
const LONGEST_MS = 3_600_000;

/** How long a delivery is tried again, counted from its first try. */
export const RETRY_FOR_MS = 86_400_000;

/**
 * How long to wait after that many tries: 5 s, twice as long each time, at most an hour; of it a half, and of the other
 * half as much as `random` (0 to 1) says, so that many who failed together do not come back together. A receiver that
 * names a time itself (`Retry-After`) gets no less than that, up to the hour.
 */
export function retryDelayMs(attempts: number, random: number, askedMs = 0): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(30, attempts - 1));
  return Math.round(Math.max(full / 2 + (full / 2) * random, Math.min(askedMs, LONGEST_MS)));
}
