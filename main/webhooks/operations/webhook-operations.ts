/** Operations of webhooks: record deliveries, resume and prune. */
import { ERRNO } from '../../lib/errno.ts';
import { smallest } from '../../lib/lists.ts';
import { fail, ok } from '../../lib/result.ts';
import { operation } from '../../store/contract/scope.ts';
import { isSubscribed, type Subscription } from '../rules/subscription.ts';
import type { WebhookDelivery } from './webhook-records.ts';

interface RecordDeliveriesInput {
  readonly webhookId: string;
  readonly after: number;
  readonly deliveries: readonly Omit<WebhookDelivery, 'number' | 'webhookId'>[];
  readonly pause: boolean;
  /** Number of newest log entries to keep. */
  readonly keep: number;
}

/**
 * Records results of deliveries and the webhook's progress. Returns their log numbers in order; writes nothing for a
 * deleted webhook.
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

/** Resumes a paused webhook, and retries its pending delivery at once. 6 for a webhook that is not in use. */
export const resumeWebhook = operation<{ readonly webhookId: string }, null>({
  scope: 'global',
  jobQueue: 'webhooks',
  *run({ rows }, { webhookId }) {
    if ((yield* rows.progressOf(webhookId)) === null) return fail({ errno: ERRNO.notFound, parameter: 'webhook_id' });
    yield* rows.goOn(webhookId);
    return ok(null);
  },
});

interface TidyWebhooksInput {
  readonly limit: number;
  readonly eventsSince: number;
  readonly mostEvents: number;
  readonly logSince: number;
  readonly webhooks: readonly (Subscription & { readonly id: string })[];
}

interface TidiedWebhooks {
  readonly missed: readonly { readonly webhookId: string; readonly events: number }[];
  readonly more: boolean;
}

/**
 * Deletes a batch of obsolete data: events that every webhook has processed, undelivered events that are too old or too
 * many (which are counted), and old log entries. Returns whether there is more.
 */
export const tidyWebhooks = operation<TidyWebhooksInput, TidiedWebhooks>({
  scope: 'global',
  jobQueue: 'webhooks',
  *run({ rows }, { limit, eventsSince, mostEvents, logSince, webhooks }) {
    const inUse = yield* rows.progressOfAll();
    const done = smallest([Number.MAX_SAFE_INTEGER, ...inUse.map(({ after }) => after)]);
    const newest = yield* rows.newestEvent();
    const oldest = yield* rows.events(0, limit);
    const stays = oldest.findIndex(
      ({ sequence, at }) => sequence > done && sequence > newest - mostEvents && at >= eventsSince,
    );
    const goes = stays < 0 ? oldest : oldest.slice(0, stays);
    const end = goes.at(-1)?.sequence ?? 0;
    if (goes.length > 0) yield* rows.dropEvents(end);

    const missed: TidiedWebhooks['missed'][number][] = [];
    for (const { webhookId, after } of inUse) {
      if (after >= end) continue;
      const subscription = webhooks.find(({ id }) => id === webhookId);
      const lost = goes.filter(
        (event) => event.sequence > after && subscription !== undefined && isSubscribed(subscription, event),
      ).length;
      yield* rows.miss(webhookId, end, lost);
      if (lost > 0) missed.push({ webhookId, events: lost });
    }
    const pruned = yield* rows.dropDeliveries(logSince, limit);
    return ok({ missed, more: goes.length === limit || pruned === limit });
  },
});
