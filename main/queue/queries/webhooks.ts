/** What the runners of webhooks and their log want to know. */
import { NO_VISITOR, type TicketRecord } from '../../contract/queue.ts';
import type { QueueQueries } from '../queue.ts';
import type { StoredProgress } from '../rows/webhooks.ts';
import type { GlobalRows } from '../rows.ts';
import type { Steps } from '../step.ts';
import type { WebhookEvent, WebhookNews, WebhookProgress } from '../webhooks.ts';

type Asked<Name extends keyof QueueQueries> = Steps<QueueQueries[Name]['output']>;

export function* webhookWork(
  rows: GlobalRows,
  { webhookId, after, limit }: QueueQueries['webhookWork']['input'],
): Asked<'webhookWork'> {
  const stored = yield* rows.progressOf(webhookId);
  if (stored === null) return null;
  const news: WebhookNews[] = [];
  for (const event of yield* rows.events(Math.max(after, stored.after), limit)) {
    news.push({ event, ticket: yield* ticketOf(rows, event) });
  }
  return { ...(yield* progress(rows, stored)), events: news };
}

export function* webhookProgress(rows: GlobalRows): Asked<'webhookProgress'> {
  const all: WebhookProgress[] = [];
  for (const stored of yield* rows.progressOfAll()) all.push(yield* progress(rows, stored));
  return all;
}

export function* webhookDelivery(
  rows: GlobalRows,
  { webhookId, number }: QueueQueries['webhookDelivery']['input'],
): Asked<'webhookDelivery'> {
  const delivery = yield* rows.delivery(webhookId, number);
  return delivery === null ? null : { delivery, ticket: yield* ticketOf(rows, delivery.event) };
}

function* progress(rows: GlobalRows, stored: StoredProgress): Steps<WebhookProgress> {
  const newest = yield* rows.newestEvent();
  return {
    ...stored,
    behind: Math.max(0, newest - stored.after),
    pending: yield* rows.pendingDelivery(stored.webhookId),
  };
}

/** The ticket of an event with what is still known of the visitor. */
function* ticketOf(
  rows: GlobalRows,
  { ticketId, ticket }: Pick<WebhookEvent, 'ticketId' | 'ticket'>,
): Steps<TicketRecord | null> {
  const stored = ticketId === '' ? null : yield* rows.ticket(ticketId);
  if (stored === null) return null;
  const visitor = Object.fromEntries(
    Object.keys(NO_VISITOR).map((field) => [field, stored.ticket[field as keyof typeof NO_VISITOR]]),
  ) as Record<keyof typeof NO_VISITOR, string>;
  return { ...(ticket ?? stored.ticket), ...visitor };
}
