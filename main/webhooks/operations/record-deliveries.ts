import { ok } from '../../lib/result.ts';
import { operation } from '../../store/contract/scope.ts';
import type { WebhookDelivery } from './webhook-records.ts';

interface RecordDeliveriesInput {
  readonly webhookId: string;
  readonly after: number;
  readonly deliveries: readonly Omit<WebhookDelivery, 'number' | 'webhookId'>[];
  readonly pause: boolean;
  /** The log keeps so many of the newest entries. */
  readonly keep: number;
}

/**
 * Writes down how deliveries went and how far the webhook is. Gives their numbers in the log, in the same order; of a webhook
 * that is gone nothing is written.
 */
export const recordDeliveries = operation<RecordDeliveriesInput, { readonly numbers: readonly number[] }>({
  scope: 'global',
  jobQueue: 'webhooks',
  *run({ rows, now }, { webhookId, after, deliveries, pause, keep }) {
    if (!(yield* rows.isWebhook(webhookId))) return ok({ numbers: [] });
    const numbers: number[] = [];
    for (const delivery of deliveries) numbers.push(yield* rows.putDelivery(webhookId, delivery));
    yield* rows.advance(webhookId, after);
    if (pause) yield* rows.pause(webhookId, now);
    yield* rows.keepDeliveries(webhookId, keep);
    return ok({ numbers });
  },
});
