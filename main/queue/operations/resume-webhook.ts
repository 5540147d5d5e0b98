import { ERRNO } from '../../contract/errno.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import type { QueueFault } from '../request.ts';
import type { Steps } from '../step.ts';
import type { GlobalUnit } from '../unit.ts';

/** 6 for a webhook that is not in use. */
export function* resumeWebhook(
  { rows }: GlobalUnit,
  { webhookId }: { readonly webhookId: string },
): Steps<Result<null, QueueFault>> {
  if ((yield* rows.progressOf(webhookId)) === null) return fail({ errno: ERRNO.notFound, parameter: 'webhook_id' });
  yield* rows.goOn(webhookId);
  return ok(null);
}
