import { ERRNO } from '../../../contract/errno.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import type { QueueFault } from '../../store.ts';
import type { Transaction } from '../transaction.ts';
import { goOnWithWebhook } from '../webhook-events.ts';

/** 6 for a webhook that is not in use. */
export function resumeWebhook(
  { db }: Transaction,
  { webhookId }: { readonly webhookId: string },
): Result<null, QueueFault> {
  if (db.get('SELECT 1 FROM webhook_progress WHERE webhook_id = ?', webhookId) === undefined) {
    return fail({ errno: ERRNO.notFound });
  }
  goOnWithWebhook(db, webhookId);
  return ok(null);
}
