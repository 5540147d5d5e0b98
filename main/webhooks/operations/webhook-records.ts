/**
 * Stored records of webhooks.
 *
 * Events, and the log of their deliveries.
 */
import type { QueueEvent, TicketRecord } from '../../queue/contract/records.ts';
import type { DeliveryFault, DeliveryState, WEBHOOK_PING } from '../contract/webhooks.ts';

/** Something that happened, as it is kept for webhooks: name and notes of its ticket are left empty. */
export interface WebhookEvent extends QueueEvent {
  /** Grows from one to the next, and is never given twice. */
  readonly sequence: number;
}

/** An event with its ticket as it was right after the change, and with the data of the visitor that is still kept. */
export interface WebhookNews {
  readonly event: WebhookEvent;
  readonly ticket: TicketRecord | null;
}

/** An entry of the log of a webhook. Holds no personal data. */
export interface WebhookDelivery {
  /** Grows; names it in addresses. */
  readonly number: number;
  readonly id: string;
  readonly webhookId: string;
  /** `sequence` is 0 for a ping. */
  readonly event: Omit<WebhookEvent, 'type'> & { readonly type: WebhookEvent['type'] | typeof WEBHOOK_PING };
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly firstTriedAt: number;
  readonly triedAt: number;
  /** Only while it is `waiting`. */
  readonly nextTryAt: number | null;
  /** 0 when there was no answer. */
  readonly statusCode: number;
  readonly durationMs: number;
  readonly fault: DeliveryFault;
}

export interface WebhookProgress {
  readonly webhookId: string;
  /** All up to this event is done. */
  readonly after: number;
  /** Events that it has not looked at yet, at most. */
  readonly behind: number;
  readonly pausedAt: number | null;
  /** Events that were deleted before it could have them. */
  readonly missed: number;
  /** The delivery that is being tried again; there is at most one. */
  readonly pending: WebhookDelivery | null;
}
