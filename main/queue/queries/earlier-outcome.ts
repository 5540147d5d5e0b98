import type { Result } from '../../contract/result.ts';
import { recallOutcome } from '../operations/outcomes.ts';
import type { Idempotency, QueueFault } from '../request.ts';
import { query } from '../scope.ts';

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
