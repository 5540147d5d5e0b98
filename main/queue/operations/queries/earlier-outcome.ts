import type { Result } from '../../../lib/result.ts';
import { query } from '../../../store/contract/scope.ts';
import type { Idempotency, QueueFault } from '../../contract/request.ts';
import { recallOutcome } from '../outcomes.ts';

/** What `run` would answer this key again without doing anything; `null` when the key is new. */
export const earlierOutcome = query<
  { readonly idempotency: Idempotency; readonly now: number },
  Result<unknown, QueueFault> | null
>({
  scope: 'global',
  snapshot: false,
  *run(rows, { idempotency, now }) {
    return yield* recallOutcome(rows, idempotency, now);
  },
});
