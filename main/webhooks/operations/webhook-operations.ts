/** Webhooks in the store: progress, pending events and deliveries. */

import type { Effects } from '../../database/effect.ts';
import { smallest } from '../../lib/lists.ts';
import { ERRNO, fail, ok } from '../../lib/result.ts';
import { NO_VISITOR, type TicketRecord } from '../../queue/contract/records.ts';
import type { NoInput } from '../../queue/contract/request.ts';
import type { GlobalRows } from '../../store/contract/rows.ts';
import { operation, query } from '../../store/contract/scope.ts';
import { isSubscribed, type Subscription } from '../rules/subscription.ts';
import type { WebhookDelivery, WebhookEvent, WebhookNews, WebhookProgress } from './webhook-records.ts';
import type { StoredProgress } from './webhook-rows.ts';

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

/** Next events of a webhook, after that number and after its progress; null: not in use. */
export const webhookWork = query<
  { readonly webhookId: string; readonly after: number; readonly limit: number },
  (WebhookProgress & { readonly events: readonly WebhookNews[] }) | null
>({
  scope: 'global',
  snapshot: true,
  *run(rows, { webhookId, after, limit }) {
    const stored = yield* rows.progressOf(webhookId);
    if (stored === null) return null;
    const news: WebhookNews[] = [];
    for (const event of yield* rows.events(Math.max(after, stored.after), limit)) {
      news.push({ event, ticket: yield* ticketOf(rows, event) });
    }
    return { ...(yield* progress(rows, stored)), events: news };
  },
});

/** Progress of every webhook in use. */
export const webhookProgress = query<NoInput, readonly WebhookProgress[]>({
  scope: 'global',
  snapshot: true,
  *run(rows) {
    const all: WebhookProgress[] = [];
    for (const stored of yield* rows.progressOfAll()) all.push(yield* progress(rows, stored));
    return all;
  },
});

interface WebhookDeliveriesInput {
  readonly webhookId: string;
  /** Only smaller numbers. */
  readonly before?: number;
  readonly limit: number;
}

/** Delivery log of a webhook, newest first. */
export const webhookDeliveries = query<WebhookDeliveriesInput, readonly WebhookDelivery[]>({
  scope: 'global',
  snapshot: false,
  *run(rows, { webhookId, before, limit }) {
    return yield* rows.deliveries(webhookId, before ?? Number.MAX_SAFE_INTEGER, limit);
  },
});

export const webhookDelivery = query<
  { readonly webhookId: string; readonly number: number },
  { readonly delivery: WebhookDelivery; readonly ticket: TicketRecord | null } | null
>({
  scope: 'global',
  snapshot: true,
  *run(rows, { webhookId, number }) {
    const delivery = yield* rows.delivery(webhookId, number);
    return delivery === null ? null : { delivery, ticket: yield* ticketOf(rows, delivery.event) };
  },
});

function* progress(rows: GlobalRows, stored: StoredProgress): Effects<WebhookProgress> {
  const newest = yield* rows.newestEvent();
  return {
    ...stored,
    behind: Math.max(0, newest - stored.after),
    pending: yield* rows.pendingDelivery(stored.webhookId),
  };
}

/** The ticket of an event, with the personal data that is still stored. */
function* ticketOf(
  rows: GlobalRows,
  { ticketId, ticket }: Pick<WebhookEvent, 'ticketId' | 'ticket'>,
): Effects<TicketRecord | null> {
  const stored = ticketId === '' ? null : yield* rows.ticket(ticketId);
  if (stored === null) return null;
  const visitor = Object.fromEntries(
    Object.keys(NO_VISITOR).map((field) => [field, stored.ticket[field as keyof typeof NO_VISITOR]]),
  ) as Record<keyof typeof NO_VISITOR, string>;
  return { ...(ticket ?? stored.ticket), ...visitor };
}
