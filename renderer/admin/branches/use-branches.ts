import { useEffect, useState } from 'preact/hooks';
import { LIST_BRANCHES } from '../../../main/reports/contract/branch-endpoints.ts';
import type { BranchesAnswer } from '../../../main/reports/contract/rest/branches.ts';
import type { RestFailure } from '../../shared/api-client.ts';
import { useAdmin } from '../model/admin.ts';

/** The server asks its store no more often. */
const EVERY_MS = 5_000;

/** How all branches go, read again and again while somebody sees the page. */
export function useBranches(): { readonly branches: BranchesAnswer | null; readonly failure: RestFailure | null } {
  const { session } = useAdmin();
  const [branches, setBranches] = useState<BranchesAnswer | null>(null);
  const [failure, setFailure] = useState<RestFailure | null>(null);
  useEffect(() => {
    let isGone = false;
    let timer: number | undefined;
    const read = async (): Promise<void> => {
      if (document.visibilityState === 'visible') {
        const answer = await session.rest.call(LIST_BRANCHES, {});
        if (isGone) return;
        if (answer.ok) setBranches(answer.value);
        setFailure(answer.ok ? null : answer.error);
      }
      if (!isGone) timer = window.setTimeout(() => void read(), EVERY_MS);
    };
    void read();
    return () => {
      isGone = true;
      window.clearTimeout(timer);
    };
  }, [session]);
  return { branches, failure };
}
