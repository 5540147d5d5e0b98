/** Current state of locations, the most urgent first. */

/** A location as the store reports it. */
export interface BranchNow {
  readonly locationId: string;
  readonly waiting: number;
  /** Longest current wait in milliseconds; 0 without waiting visitors. */
  readonly longestMs: number;
  /** Mean wait of today's last calls, over its services; null before the first. */
  readonly averageWaitSeconds: number | null;
  /** Desks with a visitor. */
  readonly serving: number;
}

/** A location with its number of open queue alerts. */
export interface WatchedBranch extends BranchNow {
  readonly alarms: number;
}

/**
 * `unserved`: visitors wait, and no desk has one; `long`: a long wait; `busy`: visitors wait or are served; `quiet`: no
 * visitors. Most urgent first.
 */
export const BRANCH_STATES = ['unserved', 'long', 'busy', 'quiet'] as const;
export type BranchState = (typeof BRANCH_STATES)[number];

/** Minimum of a long wait, as on the dashboard. */
const LONG_MS = 1_800_000;
/** Between two calls all desks can be free briefly: not `unserved` yet. */
const UNSERVED_MS = 300_000;

export function branchState({ waiting, longestMs, serving }: BranchNow): BranchState {
  if (waiting > 0 && serving === 0 && longestMs >= UNSERVED_MS) return 'unserved';
  if (longestMs >= LONG_MS) return 'long';
  return waiting > 0 || serving > 0 ? 'busy' : 'quiet';
}

/**
 * Within a state: locations with alerts first, then longest wait, then most waiting visitors, then id for a stable
 * order.
 */
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
