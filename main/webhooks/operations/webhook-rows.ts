import type { Step } from '../../database/effect.ts';
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
  progressOfAll(): Step<readonly StoredProgress[]>;
  /** Null for one that is not in use. */
  progressOf(webhookId: string): Step<StoredProgress | null>;
  newestEvent(): Step<number>;
  events(after: number, limit: number): Step<readonly WebhookEvent[]>;
  dropEvents(until: number): Step<void>;
  isWebhook(webhookId: string): Step<boolean>;
  advance(webhookId: string, after: number): Step<void>;
  pause(webhookId: string, now: number): Step<void>;
  /** Takes a webhook out of its pause, or into use, and has what waits tried at once. */
  goOn(webhookId: string): Step<void>;
  /** Notes that events up to this one are gone, so many of which it should have had; what waits of them is given up. */
  miss(webhookId: string, until: number, lost: number): Step<void>;
  /** The delivery that is being tried again; there is at most one. */
  pendingDelivery(webhookId: string): Step<WebhookDelivery | null>;
  delivery(webhookId: string, number: number): Step<WebhookDelivery | null>;
  /** Newest first, with smaller numbers. */
  deliveries(webhookId: string, before: number, limit: number): Step<readonly WebhookDelivery[]>;
  /** Gives its number in the log. */
  putDelivery(webhookId: string, delivery: Omit<WebhookDelivery, 'number' | 'webhookId'>): Step<number>;
  keepDeliveries(webhookId: string, most: number): Step<void>;
  /** Drops old entries of the log, looking at at most `limit`; how many. */
  dropDeliveries(before: number, limit: number): Step<number>;
}
