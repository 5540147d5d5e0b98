import type { QueueQueries, WebhookEvent, WebhookNews, WebhookProgress } from '../../store.ts';
import type { Db } from '../db.ts';
import {
  DELIVERY_COLUMNS,
  type DeliveryRow,
  EVENT_COLUMNS,
  type EventRow,
  ticketOf,
  webhookDelivery,
  webhookEvent,
} from '../webhook-rows.ts';

type Query<Name extends keyof QueueQueries> = (
  db: Db,
  input: QueueQueries[Name]['input'],
) => QueueQueries[Name]['output'];

interface ProgressRow {
  readonly webhook_id: string;
  readonly after_seq: number;
  readonly paused_at: number | null;
  readonly missed: number;
  readonly newest: number;
}

const PROGRESS = `SELECT webhook_id, after_seq, paused_at, missed,
    coalesce((SELECT seq FROM webhook_event ORDER BY seq DESC LIMIT 1), 0) AS newest
  FROM webhook_progress`;
const PENDING = `SELECT ${DELIVERY_COLUMNS} FROM webhook_delivery WHERE webhook_id = ? AND state = 'waiting'
  ORDER BY number DESC LIMIT 1`;
const EVENTS = `SELECT ${EVENT_COLUMNS} FROM webhook_event WHERE seq > ? ORDER BY seq LIMIT ?`;
const LOG = `SELECT ${DELIVERY_COLUMNS} FROM webhook_delivery WHERE webhook_id = ? AND number < ?
  ORDER BY number DESC LIMIT ?`;
const ONE = `SELECT ${DELIVERY_COLUMNS} FROM webhook_delivery WHERE webhook_id = ? AND number = ?`;

export const webhookWork: Query<'webhookWork'> = (db, { webhookId, after, limit }) => {
  const row = db.get<ProgressRow>(`${PROGRESS} WHERE webhook_id = ?`, webhookId);
  if (row === undefined) return null;
  const events = db.all<EventRow>(EVENTS, Math.max(after, row.after_seq), limit);
  return { ...progress(db, row), events: events.map((each) => newsOf(db, webhookEvent(each))) };
};

export const webhookProgress: Query<'webhookProgress'> = (db) =>
  db.all<ProgressRow>(PROGRESS).map((row) => progress(db, row));

export const webhookDeliveries: Query<'webhookDeliveries'> = (db, { webhookId, before, limit }) =>
  db.all<DeliveryRow>(LOG, webhookId, before ?? Number.MAX_SAFE_INTEGER, limit).map(webhookDelivery);

export const oneWebhookDelivery: Query<'webhookDelivery'> = (db, { webhookId, number }) => {
  const row = db.get<DeliveryRow>(ONE, webhookId, number);
  if (row === undefined) return null;
  const delivery = webhookDelivery(row);
  return { delivery, ticket: ticketOf(db, delivery.event) };
};

function newsOf(db: Db, event: WebhookEvent): WebhookNews {
  return { event, ticket: ticketOf(db, event) };
}

function progress(db: Db, row: ProgressRow): WebhookProgress {
  const pending = db.get<DeliveryRow>(PENDING, row.webhook_id);
  return {
    webhookId: row.webhook_id,
    after: row.after_seq,
    behind: Math.max(0, row.newest - row.after_seq),
    pausedAt: row.paused_at,
    missed: row.missed,
    pending: pending === undefined ? null : webhookDelivery(pending),
  };
}
