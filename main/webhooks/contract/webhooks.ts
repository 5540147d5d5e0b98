/**
 * Ours: what a webhook sends and how it is signed. One `POST` an event, JSON, with the headers below. The signature is
 * `t=<seconds since 1970>,v1=<hex>`, where `<hex>` is HMAC-SHA256, keyed with the webhook's secret as UTF-8, over the
 * seconds as they stand there, a full stop and the body as it came.
 */
import Type, { type Static } from 'typebox';
import { AlarmNewsSchema } from '../../devices/contract/device-alarms.ts';
import { EventDeskSchema, EventTicketSchema, TICKET_EVENTS, TicketChangeSchema } from '../../events/contract/events.ts';
import { LimitNewsSchema } from '../../queue-alerts/contract/limits.ts';
import { StaffCallNewsSchema } from '../../staff-calls/contract/staff-call.ts';

/** What one may ask for. Each of them is in the database together with the change that it tells of. */
export const WEBHOOK_EVENTS = [
  ...TICKET_EVENTS,
  'queue.reset',
  'device.alarm',
  'limit.alarm',
  'desk.changed',
  'staff.call',
] as const;
/** What `…/test` sends. */
export const WEBHOOK_PING = 'webhook.ping';

export const WEBHOOK_HEADERS = {
  signature: 'take-a-number-signature',
  /** Id of the delivery, the same at every try. */
  delivery: 'take-a-number-delivery',
  event: 'take-a-number-event',
  /** 1 for the first try. */
  attempt: 'take-a-number-attempt',
} as const;

export const WebhookBodySchema = Type.Object({
  id: Type.String({ description: 'Id of the delivery: the same at every try, so that one can tell what came before.' }),
  type: Type.Enum([...WEBHOOK_EVENTS, WEBHOOK_PING], { description: 'What happened.' }),
  sequence: Type.Integer({ description: 'Grows from one event to the next; 0 for a ping.' }),
  at: Type.String({ description: 'When it happened, ISO 8601 in UTC.' }),
  location: Type.String({ description: 'Id of the location; empty for a ping.' }),
  ticket: Type.Optional(EventTicketSchema),
  change: TicketChangeSchema,
  alarm: Type.Optional(AlarmNewsSchema),
  desk: Type.Optional(EventDeskSchema),
  limit: Type.Optional(LimitNewsSchema),
  staff_call: Type.Optional(StaffCallNewsSchema),
});

/** How a delivery stands. `waiting`: it will be tried again; `refused`: the receiver does not want this one. */
export const DELIVERY_STATES = ['delivered', 'waiting', 'failed', 'refused'] as const;
/** Why a try came to nothing; empty when it did not. `status`: the receiver's answer was no 2xx. */
export const DELIVERY_FAULTS = ['', 'status', 'redirect', 'timeout', 'connection', 'tls', 'name', 'address'] as const;
/** `needs_secret`: nothing is sent unsigned; `failing`: it is being tried again; `paused`: no longer, until resumed. */
export const WEBHOOK_STATES = ['off', 'needs_secret', 'on', 'failing', 'paused'] as const;

export type WebhookBody = Static<typeof WebhookBodySchema>;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number];
export type WebhookState = (typeof WEBHOOK_STATES)[number];
