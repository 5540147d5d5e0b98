import type { Effect } from '../../database/effect.ts';
import type { WebhookDelivery, WebhookEvent } from './webhook-records.ts';

/** Progress of a webhook. */
export interface StoredProgress {
  readonly webhookId: string;
  readonly after: number;
  readonly pausedAt: number | null;
  readonly missed: number;
}

export interface WebhookRows {
  /** Progress of every webhook in use. */
  progressOfAll(): Effect<readonly StoredProgress[]>;
  /** Null for a webhook that is not in use. */
  progressOf(webhookId: string): Effect<StoredProgress | null>;
  newestEvent(): Effect<number>;
  events(after: number, limit: number): Effect<readonly WebhookEvent[]>;
  dropEvents(until: number): Effect<void>;
  isWebhook(webhookId: string): Effect<boolean>;
  advance(webhookId: string, after: number): Effect<void>;
  pause(webhookId: string, now: number): Effect<void>;
  /** Resumes or enables a webhook, and retries its pending delivery at once. */
  goOn(webhookId: string): Effect<void>;
  /**
   * Records that events up to this one were deleted, with the number of undelivered ones; drops a pending delivery
   * among them.
   */
  miss(webhookId: string, until: number, lost: number): Effect<void>;
  /** The delivery being retried; at most one. */
  pendingDelivery(webhookId: string): Effect<WebhookDelivery | null>;
  delivery(webhookId: string, number: number): Effect<WebhookDelivery | null>;
  /** Smaller numbers, newest first. */
  deliveries(webhookId: string, before: number, limit: number): Effect<readonly WebhookDelivery[]>;
  /** Returns its log number. */
  putDelivery(webhookId: string, delivery: Omit<WebhookDelivery, 'number' | 'webhookId'>): Effect<number>;
  keepDeliveries(webhookId: string, most: number): Effect<void>;
  /** Deletes old log entries among at most `limit`; returns the number. */
  dropDeliveries(before: number, limit: number): Effect<number>;
}
