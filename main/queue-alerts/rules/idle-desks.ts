/** Desks that could have called a visitor and did not. */

export interface StaffedDesk {
  /** Services that it serves. */
  readonly services: readonly string[];
  /** When its last call of today ended, or somebody was back from a break after that; null while somebody is served there. */
  readonly freeSince: number | null;
}

/** After so long without a call somebody has gone home, and nobody is idle. */
const LEFT_AFTER_MS = 3_600_000;

/**
 * @param oldest since when people wait, by service
 * @param only looks at these services alone
 * @returns null when no desk is idle; else since when the one that is it longest could have called
 */
export function idleSince(
  desks: readonly StaffedDesk[],
  oldest: ReadonlyMap<string, number>,
  only: readonly string[],
  now: number,
): number | null {
  let longest: number | null = null;
  for (const { services, freeSince } of desks) {
    if (freeSince === null || now - freeSince > LEFT_AFTER_MS) continue;
    for (const id of services) {
      const waitingSince = only.includes(id) ? oldest.get(id) : undefined;
      if (waitingSince === undefined) continue;
      const since = Math.max(freeSince, waitingSince);
      longest = Math.min(longest ?? since, since);
    }
  }
  return longest;
}
