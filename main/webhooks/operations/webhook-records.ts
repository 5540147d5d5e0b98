/**
 * Stored webhook events, and the log of their deliveries.
 */
import type { QueueEvent, TicketRecord } from '../../queue/contract/records.ts';
import type { DeliveryFault, DeliveryState, WEBHOOK_PING } from '../contract/webhooks.ts';

/** An event as stored for webhooks, without personal data of its ticket. */
export interface WebhookEvent extends QueueEvent {
  /** Increasing number, never reused. */
  readonly sequence: number;
}

/** An event with its ticket after the change, and the personal data that is still stored. */
export interface WebhookNews {
  readonly event: WebhookEvent;
  readonly ticket: TicketRecord | null;
}

/** Log entry of a delivery. Contains no personal data. */
export interface WebhookDelivery {
  /** Increasing number; identifies the entry in URLs. */
  readonly number: number;
  readonly id: string;
  readonly webhookId: string;
  /** `sequence` is 0 for a ping. */
  readonly event: Omit<WebhookEvent, 'type'> & { readonly type: WebhookEvent['type'] | typeof WEBHOOK_PING };
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly firstTriedAt: number;
  readonly triedAt: number;
  /** Only while `waiting`. */
  readonly nextTryAt: number | null;
  /** 0 without a response. */
  readonly statusCode: number;
  readonly durationMs: number;
  readonly fault: DeliveryFault;
}

export interface WebhookProgress {
  readonly webhookId: string;
  /** Number of the last processed event. */
  readonly after: number;
  /** Maximum number of unprocessed events. */
  readonly behind: number;
  readonly pausedAt: number | null;
  /** Events that were deleted undelivered. */
  readonly missed: number;
  /** The delivery being retried; at most one. */
  readonly pending: WebhookDelivery | null;
}
