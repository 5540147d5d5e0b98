import { atOnce, DONE } from '../../../database/effect.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import type { QueueEvent } from '../../../queue/contract/records.ts';
import type { DeliveryFault, DeliveryState } from '../../contract/webhooks.ts';
import type { WebhookDelivery } from '../../operations/webhook-records.ts';
import type { StoredProgress, WebhookRows } from '../../operations/webhook-rows.ts';
import { deliveryValues, WRITTEN_COLUMNS } from '../delivery-values.ts';
import { eventSubjectOf } from '../stored-events.ts';
import { goOnWithWebhook } from './webhook-events.ts';

interface EventRow {
  readonly seq: number;
  readonly type: QueueEvent['type'];
  readonly at: number;
  readonly location_id: string;
  readonly service_id: string;
  readonly ticket_id: string;
  readonly desk_id: string;
  readonly subject: string;
}

interface DeliveryRow extends Omit<EventRow, 'type'> {
  readonly number: number;
  readonly id: string;
  readonly webhook_id: string;
  readonly type: WebhookDelivery['event']['type'];
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly first_tried_at: number;
  readonly tried_at: number;
  readonly next_try_at: number | null;
  readonly status_code: number;
  readonly duration_ms: number;
  readonly fault: DeliveryFault;
}

const EVENT_COLUMNS = 'seq, type, at, location_id, service_id, ticket_id, desk_id, subject';
const DELIVERY_COLUMNS = `number, id, webhook_id, ${EVENT_COLUMNS}, state, attempts, first_tried_at, tried_at,
  next_try_at, status_code, duration_ms, fault`;

const PROGRESS = `SELECT webhook_id AS webhookId, after_seq AS after, paused_at AS pausedAt, missed FROM webhook_progress`;
const PROGRESS_OF = `${PROGRESS} WHERE webhook_id = ?`;
const NEWEST = 'SELECT seq FROM webhook_event ORDER BY seq DESC LIMIT 1';
const EVENTS = `SELECT ${EVENT_COLUMNS} FROM webhook_event WHERE seq > ? ORDER BY seq LIMIT ?`;
const EXISTS = "SELECT 1 FROM site_item WHERE collection = 'webhooks' AND id = ?";
const ADVANCE = 'UPDATE webhook_progress SET after_seq = max(after_seq, ?) WHERE webhook_id = ?';
const MISS = 'UPDATE webhook_progress SET after_seq = ?, missed = missed + ? WHERE webhook_id = ?';
const GIVE_UP = `UPDATE webhook_delivery SET state = 'failed', next_try_at = NULL
  WHERE webhook_id = ? AND state = 'waiting' AND seq <= ?`;

const PENDING = `SELECT ${DELIVERY_COLUMNS} FROM webhook_delivery WHERE webhook_id = ? AND state = 'waiting'
  ORDER BY number DESC LIMIT 1`;
const ONE = `SELECT ${DELIVERY_COLUMNS} FROM webhook_delivery WHERE webhook_id = ? AND number = ?`;
const LOG = `SELECT ${DELIVERY_COLUMNS} FROM webhook_delivery WHERE webhook_id = ? AND number < ?
  ORDER BY number DESC LIMIT ?`;
const PUT = `INSERT INTO webhook_delivery (${WRITTEN_COLUMNS})
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, attempts = excluded.attempts, tried_at = excluded.tried_at,
    next_try_at = excluded.next_try_at, status_code = excluded.status_code, duration_ms = excluded.duration_ms,
    fault = excluded.fault`;
const NUMBER = 'SELECT number FROM webhook_delivery WHERE id = ?';
const KEEP = `DELETE FROM webhook_delivery WHERE webhook_id = ? AND state <> 'waiting' AND number <=
  (SELECT number FROM webhook_delivery WHERE webhook_id = ? ORDER BY number DESC LIMIT 1 OFFSET ?)`;
const DROP = `DELETE FROM webhook_delivery WHERE number IN (SELECT number FROM
  (SELECT number, tried_at, state FROM webhook_delivery ORDER BY number LIMIT ?)
  WHERE tried_at < ? AND state <> 'waiting')`;

export function webhookRows(db: Db): WebhookRows {
  return {
    progressOfAll: () => atOnce(db.all<StoredProgress>(PROGRESS)),
    progressOf: (webhookId) => atOnce(db.get<StoredProgress>(PROGRESS_OF, webhookId) ?? null),
    newestEvent: () => atOnce(db.get<{ seq: number }>(NEWEST)?.seq ?? 0),
    events: (after, limit) => atOnce(db.all<EventRow>(EVENTS, after, limit).map(webhookEvent)),
    dropEvents(until) {
      db.run('DELETE FROM webhook_event WHERE seq <= ?', until);
      return DONE;
    },
    isWebhook: (webhookId) => atOnce(db.get(EXISTS, webhookId) !== undefined),
    advance(webhookId, after) {
      db.run(ADVANCE, after, webhookId);
      return DONE;
    },
    pause(webhookId, now) {
      db.run('UPDATE webhook_progress SET paused_at = ? WHERE webhook_id = ?', now, webhookId);
      return DONE;
    },
    goOn(webhookId) {
      goOnWithWebhook(db, webhookId);
      return DONE;
    },
    miss(webhookId, until, lost) {
      db.run(MISS, until, lost, webhookId);
      db.run(GIVE_UP, webhookId, until);
      return DONE;
    },
    pendingDelivery: (webhookId) => atOnce(delivery(db.get<DeliveryRow>(PENDING, webhookId))),
    delivery: (webhookId, number) => atOnce(delivery(db.get<DeliveryRow>(ONE, webhookId, number))),
    deliveries: (webhookId, before, limit) =>
      atOnce(db.all<DeliveryRow>(LOG, webhookId, before, limit).map(webhookDelivery)),
    putDelivery: (webhookId, news) => atOnce(putDelivery(db, webhookId, news)),
    keepDeliveries(webhookId, most) {
      db.run(KEEP, webhookId, webhookId, most);
      return DONE;
    },
    dropDeliveries: (before, limit) => atOnce(db.run(DROP, limit, before)),
  };
}

function putDelivery(db: Db, webhookId: string, news: Omit<WebhookDelivery, 'number' | 'webhookId'>): number {
  db.run(PUT, ...deliveryValues(webhookId, news));
  return db.get<{ number: number }>(NUMBER, news.id)?.number ?? 0;
}

function webhookEvent<Type extends string>(row: Omit<EventRow, 'type'> & { readonly type: Type }) {
  return {
    sequence: row.seq,
    type: row.type,
    at: row.at,
    locationId: row.location_id,
    serviceId: row.service_id,
    ticketId: row.ticket_id,
    deskId: row.desk_id,
    ...eventSubjectOf(row.seq, row.subject),
  };
}

function delivery(row: DeliveryRow | undefined): WebhookDelivery | null {
  return row === undefined ? null : webhookDelivery(row);
}

function webhookDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    number: row.number,
    id: row.id,
    webhookId: row.webhook_id,
    event: webhookEvent(row),
    state: row.state,
    attempts: row.attempts,
    firstTriedAt: row.first_tried_at,
    triedAt: row.tried_at,
    nextTryAt: row.next_try_at,
    statusCode: row.status_code,
    durationMs: row.duration_ms,
    fault: row.fault,
  };
}
