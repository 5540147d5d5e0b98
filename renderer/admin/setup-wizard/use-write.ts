/** Write of a wizard step, with its failure. */
import { useState } from 'preact/hooks';
import type { RestResult } from '../../shared/api-client.ts';
import { failureOf, NO_FAILURE, type ShownFailure } from '../failures/failure-box.tsx';
import { useAdmin } from '../model/admin.ts';
import { useUndo } from '../undo/use-undo.tsx';

export interface Writing {
  readonly busy: boolean;
  readonly failure: ShownFailure;
  /**
   * Resolves to true if it was saved. Calls during a pending request are ignored.
   * @param said notice about the change, which offers its undo
   */
  write(send: () => Promise<RestResult<unknown>>, said?: string): Promise<boolean>;
}

export function useWrite(): Writing {
  const { t, site } = useAdmin();
  const undo = useUndo();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ShownFailure>(NO_FAILURE);
  return {
    busy,
    failure,
    async write(send, said) {
      if (busy) return false;
      setBusy(true);
      const answer = await send();
      setFailure(answer.ok ? NO_FAILURE : failureOf(t, answer.error, t('edit.refused')));
      if (answer.ok) {
        await site.reload();
        if (said !== undefined) undo.tell(said);
      }
      setBusy(false);
      return answer.ok;
    },
  };
}
