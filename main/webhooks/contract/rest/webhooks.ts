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
  delivery: Type.Integer({ description: 'Its number in the log.' }),
  id: Type.String({ description: 'The id that the receiver sees, the same at every try.' }),
  type: Type.Enum([...WEBHOOK_EVENTS, WEBHOOK_PING], { description: 'What happened.' }),
  sequence: Type.Integer({ description: 'Number of the event; 0 for a ping.' }),
  at: Type.String({ description: 'When it happened.' }),
  location: text,
  service_id: text,
  ticket_id: text,
  state: Type.Enum([...DELIVERY_STATES], {
    description: 'waiting: it will be tried again; refused: the receiver does not want this one.',
  }),
  attempts: integer,
  tried_at: Type.String({ description: 'The last try.' }),
  next_try_at: Type.String({ description: 'Empty unless it waits.' }),
  status: Type.Integer({ description: 'HTTP status of the last answer; 0 when there was none.' }),
  duration_ms: integer,
  fault: Type.Enum([...DELIVERY_FAULTS], {
    description:
      'Why the last try came to nothing: status or redirect in the answer, no answer in time (timeout), no ' +
      'connection, no good certificate (tls), a name that nobody knows, an address that may not be reached.',
  }),
});

export const WebhookStateSchema = Type.Object({
  id: text,
  state: Type.Enum([...WEBHOOK_STATES], {
    description: 'failing: it is being tried again; paused: after a day, or because the receiver said 410.',
  }),
  behind: Type.Integer({ description: 'Events that it has not looked at yet.' }),
  missed: Type.Integer({ description: 'Events that had to be given up before it could have them.' }),
  paused_at: Type.String({ description: 'Empty unless it is paused.' }),
  next_try_at: Type.String({ description: 'Empty unless it is failing.' }),
  attempts: Type.Integer({ description: 'Of the delivery that is being tried again; else 0.' }),
  fault: Type.Enum([...DELIVERY_FAULTS], { description: 'Of its last try; empty when all is well.' }),
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
