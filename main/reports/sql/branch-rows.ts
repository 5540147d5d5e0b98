/** What the engines say of branches, put together the same way. */
import { largest } from '../../lib/lists.ts';
import type { BranchNow } from '../rules/branches.ts';

/** A service that has a queue at a location. */
export interface BranchServiceRow {
  readonly locationId: string;
  readonly waiting: number;
  readonly averageWaitSeconds: number | null;
  /** Since when the one who waits longest does; null when nobody waits. */
  readonly since: number | null;
}

export interface ServingRow {
  readonly locationId: string;
  readonly serving: number;
}

/** Locations at which there never was a queue are left out. */
export function branchesOf(
  services: readonly BranchServiceRow[],
  open: readonly ServingRow[],
  now: number,
): readonly BranchNow[] {
  const serving = new Map(open.map((row) => [row.locationId, row.serving]));
  return [...Map.groupBy(services, ({ locationId }) => locationId)].map(([locationId, rows]) => {
    const waits = rows.flatMap(({ averageWaitSeconds }) => (averageWaitSeconds === null ? [] : [averageWaitSeconds]));
    return {
      locationId,
      waiting: rows.reduce((sum, { waiting }) => sum + waiting, 0),
      longestMs: largest([0, ...rows.map(({ since }) => (since === null ? 0 : now - since))]),
      averageWaitSeconds:
        waits.length === 0 ? null : Math.round(waits.reduce((sum, each) => sum + each, 0) / waits.length),
      serving: serving.get(locationId) ?? 0,
    };
  });
}
