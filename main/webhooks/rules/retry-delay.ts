const FIRST_MS = 5_000;
const LONGEST_MS = 3_600_000;

/** How long a delivery is retried after its first attempt. */
export const RETRY_FOR_MS = 86_400_000;

/**
 * Delay after a number of attempts: starts at 5 s, doubles up to an hour, with jitter over its second half by `random`
 * (0 to 1), so that simultaneous failures do not retry together. A `Retry-After` of the receiver is the minimum, up to
 * an hour.
 */
export function retryDelayMs(attempts: number, random: number, askedMs = 0): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(30, attempts - 1));
  return Math.round(Math.max(full / 2 + (full / 2) * random, Math.min(askedMs, LONGEST_MS)));
}
