import { DONE } from '../../../database/effect.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { selected, statement } from '../../../database/postgres/statement.ts';
import type { WebhookDelivery, WebhookEvent } from '../../operations/webhook-records.ts';
import type { StoredProgress, WebhookRows } from '../../operations/webhook-rows.ts';
import { deliveryValues, WRITTEN_COLUMNS } from '../delivery-values.ts';
import type { EventSubject } from '../event-subject.ts';
import { eventSubjectOf } from '../stored-events.ts';
import { goOnWithWebhooks } from './webhook-events.ts';

type EventRow = Omit<WebhookEvent, keyof EventSubject> & { readonly subject: string };
type DeliveryRow = Omit<WebhookDelivery, 'event'> &
  Omit<WebhookDelivery['event'], keyof EventSubject | 'type'> & {
    readonly type: WebhookDelivery['event']['type'];
    readonly subject: string;
  };

const EVENT_FIELDS = selected({
  sequence: 'seq',
  type: 'type',
  at: 'at',
  locationId: 'location_id',
  serviceId: 'service_id',
  ticketId: 'ticket_id',
  deskId: 'desk_id',
  subject: 'subject',
});
const DELIVERY_FIELDS = `${EVENT_FIELDS}, ${selected({
  number: 'number',
  id: 'id',
  webhookId: 'webhook_id',
  state: 'state',
  attempts: 'attempts',
  firstTriedAt: 'first_tried_at',
  triedAt: 'tried_at',
  nextTryAt: 'next_try_at',
  statusCode: 'status_code',
  durationMs: 'duration_ms',
  fault: 'fault',
})}`;

const PROGRESS = `SELECT webhook_id AS "webhookId", after_seq AS "after", paused_at AS "pausedAt", missed FROM webhook_progress`;
const ALL_PROGRESS = statement('webhook-progress', PROGRESS);
const PROGRESS_OF = statement('webhook-progress-of', `${PROGRESS} WHERE webhook_id = $1`);
const NEWEST = statement('newest-webhook-event', 'SELECT seq FROM webhook_event ORDER BY seq DESC LIMIT 1');
const EVENTS = statement(
  'webhook-events',
  `SELECT ${EVENT_FIELDS} FROM webhook_event WHERE seq > $1 ORDER BY seq LIMIT $2`,
);
const DROP_EVENTS = statement('drop-webhook-events', 'DELETE FROM webhook_event WHERE seq <= $1');
const EXISTS = statement('is-webhook', "SELECT 1 FROM site_item WHERE collection = 'webhooks' AND id = $1");
const ADVANCE = statement(
  'advance-webhook',
  'UPDATE webhook_progress SET after_seq = greatest(after_seq, $1) WHERE webhook_id = $2',
);
const PAUSE = statement('pause-webhook', 'UPDATE webhook_progress SET paused_at = $1 WHERE webhook_id = $2');
const MISS = statement(
  'miss-webhook-events',
  'UPDATE webhook_progress SET after_seq = $1, missed = missed + $2 WHERE webhook_id = $3',
);
const GIVE_UP = statement(
  'give-up-deliveries',
  `UPDATE webhook_delivery SET state = 'failed', next_try_at = NULL
  WHERE webhook_id = $1 AND state = 'waiting' AND seq <= $2`,
);
const PENDING = statement(
  'pending-delivery',
  `SELECT ${DELIVERY_FIELDS} FROM webhook_delivery WHERE webhook_id = $1 AND state = 'waiting' ORDER BY number DESC LIMIT 1`,
);
const ONE = statement(
  'webhook-delivery',
  `SELECT ${DELIVERY_FIELDS} FROM webhook_delivery WHERE webhook_id = $1 AND number = $2`,
);
const LOG = statement(
  'webhook-log',
  `SELECT ${DELIVERY_FIELDS} FROM webhook_delivery WHERE webhook_id = $1 AND number < $2 ORDER BY number DESC LIMIT $3`,
);
const PUT = statement(
  'put-delivery',
  `INSERT INTO webhook_delivery (${WRITTEN_COLUMNS})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, attempts = excluded.attempts, tried_at = excluded.tried_at,
    next_try_at = excluded.next_try_at, status_code = excluded.status_code, duration_ms = excluded.duration_ms,
    fault = excluded.fault
  RETURNING number`,
);
const KEEP = statement(
  'keep-deliveries',
  `DELETE FROM webhook_delivery WHERE webhook_id = $1 AND state <> 'waiting' AND number <=
  (SELECT number FROM webhook_delivery WHERE webhook_id = $1 ORDER BY number DESC LIMIT 1 OFFSET $2)`,
);
const DROP = statement(
  'drop-deliveries',
  `DELETE FROM webhook_delivery WHERE number IN (SELECT number FROM
  (SELECT number, tried_at, state FROM webhook_delivery ORDER BY number LIMIT $1) AS oldest
  WHERE tried_at < $2 AND state <> 'waiting')`,
);

export function webhookRows(session: DatabaseSession): WebhookRows {
  return {
    progressOfAll: () => session.ask<StoredProgress>(ALL_PROGRESS, []),
    *progressOf(webhookId) {
      return (yield* session.ask<StoredProgress>(PROGRESS_OF, [webhookId]))[0] ?? null;
    },
    *newestEvent() {
      return (yield* session.ask<{ seq: number }>(NEWEST, []))[0]?.seq ?? 0;
    },
    *events(after, limit) {
      return (yield* session.ask<EventRow>(EVENTS, [after, limit])).map(({ subject, ...event }) => ({
        ...event,
        ...eventSubjectOf(event.sequence, subject),
      }));
    },
    *dropEvents(until) {
      yield* session.change(DROP_EVENTS, [until]);
    },
    *isWebhook(webhookId) {
      return (yield* session.ask(EXISTS, [webhookId])).length > 0;
    },
    *advance(webhookId, after) {
      yield* session.change(ADVANCE, [after, webhookId]);
    },
    *pause(webhookId, now) {
      yield* session.change(PAUSE, [now, webhookId]);
    },
    goOn(webhookId) {
      goOnWithWebhooks(session, [webhookId]);
      return DONE;
    },
    miss(webhookId, until, lost) {
      session.send(MISS, [until, lost, webhookId]);
      session.send(GIVE_UP, [webhookId, until]);
      return DONE;
    },
    *pendingDelivery(webhookId) {
      return one(yield* session.ask<DeliveryRow>(PENDING, [webhookId]));
    },
    *delivery(webhookId, number) {
      return one(yield* session.ask<DeliveryRow>(ONE, [webhookId, number]));
    },
    *deliveries(webhookId, before, limit) {
      return (yield* session.ask<DeliveryRow>(LOG, [webhookId, before, limit])).map(webhookDelivery);
    },
    *putDelivery(webhookId, news) {
      const [row] = yield* session.ask<{ number: number }>(PUT, [...deliveryValues(webhookId, news)]);
      return row?.number ?? 0;
    },
    *keepDeliveries(webhookId, most) {
      yield* session.change(KEEP, [webhookId, most]);
    },
    dropDeliveries: (before, limit) => session.change(DROP, [limit, before]),
  };
}

function one([row]: readonly DeliveryRow[]): WebhookDelivery | null {
  return row === undefined ? null : webhookDelivery(row);
}

function webhookDelivery(row: DeliveryRow): WebhookDelivery {
  const { sequence, type, at, locationId, serviceId, ticketId, deskId, subject, ...delivery } = row;
  return {
    ...delivery,
    event: { sequence, type, at, locationId, serviceId, ticketId, deskId, ...eventSubjectOf(sequence, subject) },
  };
}
