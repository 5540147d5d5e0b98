/**
 * Format and signature of webhook deliveries (extension).
 *
 * A delivery is one JSON `POST` per event with the headers below. The signature is `t=<seconds since 1970>,v1=<hex>`.
 * Here `<hex>` is the HMAC-SHA256, with the webhook's secret in UTF-8 as key, of the seconds as sent, a full stop, and
 * the raw body.
 */
import Type, { type Static } from 'typebox';
import { AlarmNewsSchema } from '../../devices/contract/device-alarms.ts';
import { EventDeskSchema, EventTicketSchema, TICKET_EVENTS, TicketChangeSchema } from '../../events/contract/events.ts';
import { LimitNewsSchema } from '../../queue-alerts/contract/limits.ts';
import { StaffCallNewsSchema } from '../../staff-calls/contract/staff-call.ts';

/** Events to subscribe to. Each is stored in the transaction of its change. */
export const WEBHOOK_EVENTS = [
  ...TICKET_EVENTS,
  'queue.reset',
  'device.alarm',
  'limit.alarm',
  'desk.changed',
  'staff.call',
] as const;
/** Event of `…/test`. */
export const WEBHOOK_PING = 'webhook.ping';

export const WEBHOOK_HEADERS = {
  signature: 'take-a-number-signature',
  /** Id of the delivery, the same in every attempt. */
  delivery: 'take-a-number-delivery',
  event: 'take-a-number-event',
  /** 1 for the first attempt. */
  attempt: 'take-a-number-attempt',
} as const;

export const WebhookBodySchema = Type.Object({
  id: Type.String({
    description: 'Id of the delivery, the same for every attempt, so that receivers can detect repetitions.',
  }),
  type: Type.Enum([...WEBHOOK_EVENTS, WEBHOOK_PING], { description: 'Type of the event.' }),
  sequence: Type.Integer({ description: 'Increases from one event to the next; 0 for a ping.' }),
  at: Type.String({ description: 'Time of the event, ISO 8601 in UTC.' }),
  location: Type.String({ description: 'Id of the location; empty for a ping.' }),
  ticket: Type.Optional(EventTicketSchema),
  change: TicketChangeSchema,
  alarm: Type.Optional(AlarmNewsSchema),
  desk: Type.Optional(EventDeskSchema),
  limit: Type.Optional(LimitNewsSchema),
  staff_call: Type.Optional(StaffCallNewsSchema),
});

/** State of a delivery. `waiting`: will be retried; `refused`: permanently rejected by the receiver. */
export const DELIVERY_STATES = ['delivered', 'waiting', 'failed', 'refused'] as const;
/** Reason of a failed attempt; empty on success. `status`: the response was no 2xx. */
export const DELIVERY_FAULTS = ['', 'status', 'redirect', 'timeout', 'connection', 'tls', 'name', 'address'] as const;
/** `needs_secret`: nothing is sent unsigned; `failing`: being retried; `paused`: stopped until resumed. */
export const WEBHOOK_STATES = ['off', 'needs_secret', 'on', 'failing', 'paused'] as const;

export type WebhookBody = Static<typeof WebhookBodySchema>;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number];
export type WebhookState = (typeof WEBHOOK_STATES)[number];
