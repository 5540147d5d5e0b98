/** SQL for webhooks. */
import { selected } from '../../database/postgres/statement.ts';
import { type ColumnsOf, insertInto, sql, valuesOf } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import type { WebhookDelivery, WebhookEvent } from '../operations/webhook-records.ts';
import type { StoredProgress, WebhookRows } from '../operations/webhook-rows.ts';
import { type EventSubject, eventSubjectOf, subjectText } from './stored-events.ts';
import { goOnWithWebhooks } from './webhook-events.ts';

type EventRow = Omit<WebhookEvent, keyof EventSubject> & { readonly subject: string };
type DeliveryRow = Omit<WebhookDelivery, 'event'> &
  Omit<WebhookDelivery['event'], keyof EventSubject | 'type'> & {
    readonly type: WebhookDelivery['event']['type'];
    readonly subject: string;
  };

const EVENT: ColumnsOf<EventRow> = {
  sequence: 'seq',
  type: 'type',
  at: 'at',
  locationId: 'location_id',
  serviceId: 'service_id',
  ticketId: 'ticket_id',
  deskId: 'desk_id',
  subject: 'subject',
};
const WRITTEN: ColumnsOf<Omit<DeliveryRow, 'number'>> = {
  ...EVENT,
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
};

const PROGRESS = `SELECT webhook_id AS "webhookId", after_seq AS "after", paused_at AS "pausedAt", missed FROM webhook_progress`;
const ALL_PROGRESS = sql('webhook-progress', PROGRESS);
const PROGRESS_OF = sql('webhook-progress-of', `${PROGRESS} WHERE webhook_id = $1`);
const NEWEST = sql('newest-webhook-event', 'SELECT seq FROM webhook_event ORDER BY seq DESC LIMIT 1');
const EVENTS = sql(
  'webhook-events',
  `SELECT ${selected(EVENT)} FROM webhook_event WHERE seq > $1 ORDER BY seq LIMIT $2`,
);
const DROP_EVENTS = sql('drop-webhook-events', 'DELETE FROM webhook_event WHERE seq <= $1');
const EXISTS = sql('is-webhook', "SELECT 1 FROM site_item WHERE collection = 'webhooks' AND id = $1");
const ADVANCE = sql(
  'advance-webhook',
  ({ greater }) => `UPDATE webhook_progress SET after_seq = ${greater('after_seq', '$1')} WHERE webhook_id = $2`,
);
const PAUSE = sql('pause-webhook', 'UPDATE webhook_progress SET paused_at = $1 WHERE webhook_id = $2');
const MISS = sql(
  'miss-webhook-events',
  'UPDATE webhook_progress SET after_seq = $1, missed = missed + $2 WHERE webhook_id = $3',
);
const GIVE_UP = sql(
  'give-up-deliveries',
  `UPDATE webhook_delivery SET state = 'failed', next_try_at = NULL
  WHERE webhook_id = $1 AND state = 'waiting' AND seq <= $2`,
);
const DELIVERY = `SELECT number, ${selected(WRITTEN)} FROM webhook_delivery WHERE webhook_id = $1`;
const PENDING = sql('pending-delivery', `${DELIVERY} AND state = 'waiting' ORDER BY number DESC LIMIT 1`);
const ONE = sql('webhook-delivery', `${DELIVERY} AND number = $2`);
const LOG = sql('webhook-log', `${DELIVERY} AND number < $2 ORDER BY number DESC LIMIT $3`);
const PUT = sql(
  'put-delivery',
  `${insertInto('webhook_delivery', Object.values(WRITTEN))}
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, attempts = excluded.attempts, tried_at = excluded.tried_at,
    next_try_at = excluded.next_try_at, status_code = excluded.status_code, duration_ms = excluded.duration_ms,
    fault = excluded.fault
  RETURNING number`,
);
const KEEP = sql(
  'keep-deliveries',
  `DELETE FROM webhook_delivery WHERE webhook_id = $1 AND state <> 'waiting' AND number <=
  (SELECT number FROM webhook_delivery WHERE webhook_id = $1 ORDER BY number DESC LIMIT 1 OFFSET $2)`,
);
const DROP = sql(
  'drop-deliveries',
  `DELETE FROM webhook_delivery WHERE number IN (SELECT number FROM
  (SELECT number, tried_at, state FROM webhook_delivery ORDER BY number LIMIT $1) AS oldest
  WHERE tried_at < $2 AND state <> 'waiting')`,
);

export function webhookRows(db: SqlRunner): WebhookRows {
  return {
    goOn: (webhookId) => goOnWithWebhooks(db, [webhookId]),
    progressOfAll: () => db.all<StoredProgress>(ALL_PROGRESS),
    progressOf: (webhookId) => db.one<StoredProgress>(PROGRESS_OF, webhookId),
    *newestEvent() {
      return (yield* db.one<{ seq: number }>(NEWEST))?.seq ?? 0;
    },
    *events(after, limit) {
      return (yield* db.all<EventRow>(EVENTS, after, limit)).map(({ subject, ...event }) => ({
        ...event,
        ...eventSubjectOf(event.sequence, subject),
      }));
    },
    dropEvents: (until) => db.run(DROP_EVENTS, until),
    *isWebhook(webhookId) {
      return (yield* db.one(EXISTS, webhookId)) !== null;
    },
    advance: (webhookId, after) => db.run(ADVANCE, after, webhookId),
    pause: (webhookId, now) => db.run(PAUSE, now, webhookId),
    *miss(webhookId, until, lost) {
      yield* db.send(MISS, until, lost, webhookId);
      yield* db.send(GIVE_UP, webhookId, until);
    },
    *pendingDelivery(webhookId) {
      return delivery(yield* db.one<DeliveryRow>(PENDING, webhookId));
    },
    *delivery(webhookId, number) {
      return delivery(yield* db.one<DeliveryRow>(ONE, webhookId, number));
    },
    *deliveries(webhookId, before, limit) {
      return (yield* db.all<DeliveryRow>(LOG, webhookId, before, limit)).map(webhookDelivery);
    },
    *putDelivery(webhookId, { event, ...news }) {
      const { sequence, type, at, locationId, serviceId, ticketId, deskId } = event;
      const happened = { sequence, type, at, locationId, serviceId, ticketId, deskId, subject: subjectText(event) };
      const row = { ...happened, ...news, webhookId };
      return (yield* db.one<{ number: number }>(PUT, ...valuesOf(row, WRITTEN)))?.number ?? 0;
    },
    keepDeliveries: (webhookId, most) => db.run(KEEP, webhookId, most),
    dropDeliveries: (before, limit) => db.change(DROP, limit, before),
  };
}

function delivery(row: DeliveryRow | null): WebhookDelivery | null {
  return row === null ? null : webhookDelivery(row);
}

function webhookDelivery(row: DeliveryRow): WebhookDelivery {
  const { sequence, type, at, locationId, serviceId, ticketId, deskId, subject, ...delivery } = row;
  return {
    ...delivery,
    event: { sequence, type, at, locationId, serviceId, ticketId, deskId, ...eventSubjectOf(sequence, subject) },
  };
}
