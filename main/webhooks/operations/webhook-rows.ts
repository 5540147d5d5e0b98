import type { Effect } from '../../database/effect.ts';
import type { WebhookDelivery, WebhookEvent } from './webhook-records.ts';

/** How far a webhook is. */
export interface StoredProgress {
  readonly webhookId: string;
  readonly after: number;
  readonly pausedAt: number | null;
  readonly missed: number;
}

export interface WebhookRows {
  /** Of every webhook in use. */
  progressOfAll(): Effect<readonly StoredProgress[]>;
  /** Null for one that is not in use. */
  progressOf(webhookId: string): Effect<StoredProgress | null>;
  newestEvent(): Effect<number>;
  events(after: number, limit: number): Effect<readonly WebhookEvent[]>;
  dropEvents(until: number): Effect<void>;
  isWebhook(webhookId: string): Effect<boolean>;
  advance(webhookId: string, after: number): Effect<void>;
  pause(webhookId: string, now: number): Effect<void>;
  /** Takes a webhook out of its pause, or into use, and has what waits tried at once. */
  goOn(webhookId: string): Effect<void>;
  /** Notes that events up to this one are gone, so many of which it should have had; what waits of them is given up. */
  miss(webhookId: string, until: number, lost: number): Effect<void>;
  /** The delivery that is being tried again; there is at most one. */
  pendingDelivery(webhookId: string): Effect<WebhookDelivery | null>;
  delivery(webhookId: string, number: number): Effect<WebhookDelivery | null>;
  /** Newest first, with smaller numbers. */
  deliveries(webhookId: string, before: number, limit: number): Effect<readonly WebhookDelivery[]>;
  /** Gives its number in the log. */
  putDelivery(webhookId: string, delivery: Omit<WebhookDelivery, 'number' | 'webhookId'>): Effect<number>;
  keepDeliveries(webhookId: string, most: number): Effect<void>;
  /** Drops old entries of the log, looking at at most `limit`; how many. */
  dropDeliveries(before: number, limit: number): Effect<number>;
}
