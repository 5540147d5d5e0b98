/** Filter of locations by region and state. */
import type { BranchView } from '../../../main/reports/contract/rest/branches.ts';

/** Locations are grouped by city if none has a region. */
export function regionField(branches: readonly BranchView[]): 'region' | 'city' {
  return branches.some(({ region }) => region !== '') ? 'region' : 'city';
}

/** Empty values match all. */
export function branchesIn(
  branches: readonly BranchView[],
  { region, state }: { readonly region: string; readonly state: string },
): readonly BranchView[] {
  const field = regionField(branches);
  return branches
    .filter((branch) => region === '' || branch[field] === region)
    .filter((branch) => state === '' || branch.state === state);
}
