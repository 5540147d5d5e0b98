/** Progress, pending events and the log of webhooks. */

import type { Effects } from '../../database/effect.ts';
import { NO_VISITOR, type TicketRecord } from '../../queue/contract/records.ts';
import type { NoInput } from '../../queue/contract/request.ts';
import type { GlobalRows } from '../../store/contract/rows.ts';
import { query } from '../../store/contract/scope.ts';
import type { WebhookDelivery, WebhookEvent, WebhookNews, WebhookProgress } from './webhook-records.ts';
import type { StoredProgress } from './webhook-rows.ts';

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
