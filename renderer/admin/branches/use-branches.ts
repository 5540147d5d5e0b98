/** State of all locations, polled while the page is visible. */
import { useState } from 'preact/hooks';
import { LIST_BRANCHES } from '../../../main/reports/contract/endpoints.ts';
import type { BranchesAnswer, BranchView } from '../../../main/reports/contract/rest/branches.ts';
import type { RestFailure } from '../../shared/api-client.ts';
import { useAdmin } from '../model/admin.ts';
import { useRepeatedRead } from '../model/use-repeated-read.ts';
import type { BadgeKind } from '../parts/badge.tsx';

/** Matches the minimum interval of the server's own query. */
const EVERY_MS = 5_000;

export const BRANCH_BADGES: Readonly<Record<BranchView['state'], BadgeKind>> = {
  unserved: 'fault',
  long: 'attention',
  busy: 'good',
  quiet: 'off',
};

export function useBranches(): { readonly branches: BranchesAnswer | null; readonly failure: RestFailure | null } {
  const { session } = useAdmin();
  const [branches, setBranches] = useState<BranchesAnswer | null>(null);
  const [failure, setFailure] = useState<RestFailure | null>(null);
  const read = async (isWanted: () => boolean): Promise<void> => {
    const answer = await session.rest.call(LIST_BRANCHES, {});
    if (!isWanted()) return;
    if (answer.ok) setBranches(answer.value);
    setFailure(answer.ok ? null : answer.error);
  };
  useRepeatedRead(read, EVERY_MS, [session]);
  return { branches, failure };
}
