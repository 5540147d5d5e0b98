/** REST schemas of webhooks in the back office. Instants are ISO 8601 in UTC. */
import Type, { type Static } from 'typebox';
import { described, MOST, NEXT_PAGE, omittable, thingId } from '../../../rest/contract/parameters.ts';
import { integer, success, text } from '../../../rest/contract/shapes.ts';
import { DELIVERY_FAULTS, DELIVERY_STATES, WEBHOOK_EVENTS, WEBHOOK_PING, WEBHOOK_STATES } from '../webhooks.ts';

export const WebhookParameters = Type.Object({ id: thingId });
export const WebhookLogParameters = Type.Object({
  id: thingId,
  /** Cursor: `next` of the previous page. */
  before: described(omittable(Type.String({ maxLength: 20, default: '' })), NEXT_PAGE),
  limit: described(omittable(Type.Integer({ minimum: 1, maximum: 500, default: 50 })), MOST),
});
export const WebhookDeliveryParameters = Type.Object({
  id: thingId,
  delivery: described(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    'Number of the delivery in the log.',
  ),
});

export const DeliverySchema = Type.Object({
  delivery: Type.Integer({ description: 'Number of the delivery in the log.' }),
  id: Type.String({ description: 'Id for the receiver, the same for every attempt.' }),
  type: Type.Enum([...WEBHOOK_EVENTS, WEBHOOK_PING], { description: 'Type of the event.' }),
  sequence: Type.Integer({ description: 'Number of the event; 0 for a ping.' }),
  at: Type.String({ description: 'Time of the event.' }),
  location: text,
  service_id: text,
  ticket_id: text,
  state: Type.Enum([...DELIVERY_STATES], {
    description: 'waiting: a retry is scheduled; refused: the receiver rejected it permanently.',
  }),
  attempts: integer,
  tried_at: Type.String({ description: 'Time of the last attempt.' }),
  next_try_at: Type.String({ description: 'Empty unless a retry is scheduled.' }),
  status: Type.Integer({ description: 'HTTP status of the last response; 0 without one.' }),
  duration_ms: integer,
  fault: Type.Enum([...DELIVERY_FAULTS], {
    description:
      'Reason of the last failed attempt: status or redirect in the response, no response in time (timeout), no ' +
      'connection, no valid certificate (tls), an unknown host name, or an address that is not allowed.',
  }),
});

export const WebhookStateSchema = Type.Object({
  id: text,
  state: Type.Enum([...WEBHOOK_STATES], {
    description: 'failing: deliveries are retried; paused: after a day, or because the receiver responded 410.',
  }),
  behind: Type.Integer({ description: 'Events that are not processed yet.' }),
  missed: Type.Integer({ description: 'Events that were dropped before delivery.' }),
  paused_at: Type.String({ description: 'Empty unless it is paused.' }),
  next_try_at: Type.String({ description: 'Empty unless it is failing.' }),
  attempts: Type.Integer({ description: 'Attempts of the delivery that is retried; otherwise 0.' }),
  fault: Type.Enum([...DELIVERY_FAULTS], { description: 'Reason of the last failed attempt; empty after a success.' }),
});

export const WebhookStatesAnswer = Type.Object({ success, webhooks: Type.Array(WebhookStateSchema) });
export const WebhookLogAnswer = Type.Object({
  success,
  webhook: WebhookStateSchema,
  deliveries: Type.Array(DeliverySchema),
  /** Cursor of the next page; empty on the last page. */
  next: text,
});
export const WebhookDeliveryAnswer = Type.Object({ success, delivery: DeliverySchema });
/** The secret is shown only once. */
export const WebhookSecretAnswer = Type.Object({ success, webhook_id: text, secret: text });

export type DeliveryView = Static<typeof DeliverySchema>;
export type WebhookStateView = Static<typeof WebhookStateSchema>;
