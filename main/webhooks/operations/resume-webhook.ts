import { ERRNO } from '../../lib/errno.ts';
import { fail, ok } from '../../lib/result.ts';
import { operation } from '../../store/contract/scope.ts';

/** Continues a webhook that was paused, and tries at once what waits. 6 for a webhook that is not in use. */
export const resumeWebhook = operation<{ readonly webhookId: string }, null>({
  scope: 'global',
  jobQueue: 'webhooks',
  *run({ rows }, { webhookId }) {
    if ((yield* rows.progressOf(webhookId)) === null) return fail({ errno: ERRNO.notFound, parameter: 'webhook_id' });
    yield* rows.goOn(webhookId);
    return ok(null);
  },
});
