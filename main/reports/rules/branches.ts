/** Current state of locations, the most urgent first. */

/** A branch as the store sees it. */
export interface BranchNow {
  readonly locationId: string;
  readonly waiting: number;
  /** Since when the one who waits longest does, in milliseconds; 0 when nobody waits. */
  readonly longestMs: number;
  /** Mean wait of the last calls today, over its services; null before the first. */
  readonly averageWaitSeconds: number | null;
  /** Desks at which somebody is being served. */
  readonly serving: number;
}

/** The same with how many alarms of limits stand there. */
export interface WatchedBranch extends BranchNow {
  readonly alarms: number;
}

/**
 * `unserved`: people wait and no desk serves anybody; `long`: somebody waits long; `busy`: people wait or are served; `quiet`: nobody is
 * there. The worst first.
 */
export const BRANCH_STATES = ['unserved', 'long', 'busy', 'quiet'] as const;
export type BranchState = (typeof BRANCH_STATES)[number];

/** Waits from here on are long, as on the page of today. */
const LONG_MS = 1_800_000;
/** Between two calls a desk is free for a moment: that is not yet a branch where nobody serves. */
const UNSERVED_MS = 300_000;

export function branchState({ waiting, longestMs, serving }: BranchNow): BranchState {
  if (waiting > 0 && serving === 0 && longestMs >= UNSERVED_MS) return 'unserved';
  if (longestMs >= LONG_MS) return 'long';
  return waiting > 0 || serving > 0 ? 'busy' : 'quiet';
}

/** Within a state one with alarms comes first, then where somebody waits longest, then where most wait, then by id, so that the order is always the same. */
export function worstFirst<Branch extends WatchedBranch>(branches: readonly Branch[]): readonly Branch[] {
  const rank = (branch: Branch): number => BRANCH_STATES.indexOf(branchState(branch));
  return branches
    .map((branch) => ({ branch, rank: rank(branch) }))
    .toSorted(
      (a, b) =>
        a.rank - b.rank ||
        Number(b.branch.alarms > 0) - Number(a.branch.alarms > 0) ||
        b.branch.longestMs - a.branch.longestMs ||
        b.branch.waiting - a.branch.waiting ||
        (a.branch.locationId < b.branch.locationId ? -1 : 1),
    )
    .map(({ branch }) => branch);
}
