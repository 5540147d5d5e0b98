/** Tables of mail and webhooks. */
import { content, inPostgres, int32, integer, json, optional, type Table, table, text, withDefault } from './table.ts';

/**
 * Mail to send, and its outcome (JSON). `content` is emptied when the mail is sent or has failed; no other column
 * contains recipient or text. `next_try_at`: NULL unless the mail waits.
 */
const MAIL = table('mail', {
  moved: true,
  key: ['id'],
  columns: { id: text, created_at: integer, next_try_at: optional(integer), record: json(text), content: text },
  indexes: [
    { name: 'mail_waiting', columns: 'next_try_at, id', where: 'next_try_at IS NOT NULL' },
    { name: 'mail_age', columns: 'created_at, id' },
  ],
});

/** `subject`: ticket and call as JSON, right after the change, without name and notes. */
const EVENT = {
  type: content,
  at: integer,
  location_id: text,
  service_id: text,
  ticket_id: text,
  desk_id: text,
  subject: json(content),
};

/**
 * Outbox of webhook events, written in the transaction of the change while a webhook is in use. Numbers are never
 * reused, because each webhook remembers its position (`after_seq`).
 */
export const WEBHOOK_EVENT = table('webhook_event', {
  moved: true,
  key: ['seq'],
  numbered: 'seq',
  columns: { seq: integer, ...EVENT },
});

/** Position of each webhook in use. `goings`: how often staff resumed it. */
export const WEBHOOK_PROGRESS = table('webhook_progress', {
  moved: true,
  key: ['webhook_id'],
  columns: {
    webhook_id: text,
    after_seq: integer,
    paused_at: optional(integer),
    missed: withDefault(integer, '0'),
    goings: inPostgres(withDefault(integer, '0')),
  },
});

/** Log of deliveries, including those to retry. */
export const WEBHOOK_DELIVERY = table('webhook_delivery', {
  moved: true,
  key: ['number'],
  numbered: 'number',
  unique: ['id'],
  columns: {
    number: integer,
    id: text,
    webhook_id: text,
    seq: integer,
    ...EVENT,
    state: content,
    attempts: int32,
    first_tried_at: integer,
    tried_at: integer,
    next_try_at: optional(integer),
    status_code: int32,
    duration_ms: integer,
    fault: content,
  },
  indexes: [
    { name: 'webhook_delivery_log', columns: 'webhook_id, number' },
    { name: 'webhook_delivery_waiting', columns: 'webhook_id', where: "state = 'waiting'" },
  ],
});

export const OUTGOING_TABLES: readonly Table[] = [MAIL, WEBHOOK_EVENT, WEBHOOK_PROGRESS, WEBHOOK_DELIVERY];
