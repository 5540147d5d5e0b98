/** Every table of both databases. */
import { QUEUE_TABLES } from './queue-tables.ts';
import { SITE_TABLES } from './site-tables.ts';
import {
  content,
  databaseTime,
  flag,
  inPostgres,
  int32,
  integer,
  json,
  optional,
  refers,
  type Table,
  table,
  text,
  withDefault,
} from './table.ts';

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
const WEBHOOK_PROGRESS = table('webhook_progress', {
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
const WEBHOOK_DELIVERY = table('webhook_delivery', {
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

const OUTGOING_TABLES: readonly Table[] = [MAIL, WEBHOOK_EVENT, WEBHOOK_PROGRESS, WEBHOOK_DELIVERY];

/**
 * Aggregates of deleted calls, by hour of a business day. `waits` and `services`: JSON lists of whole seconds, shortest
 * first. Contains no personal data. The index holds days on which the callers are still known.
 */
export const CALL_FIGURE = table('call_figure', {
  moved: true,
  key: ['location_id', 'day', 'hour', 'service_id', 'desk_id', 'user_id'],
  columns: {
    location_id: text,
    day: text,
    hour: int32,
    service_id: text,
    desk_id: text,
    user_id: text,
    calls: integer,
    first_calls: integer,
    served: integer,
    no_shows: integer,
    paused: integer,
    transferred: integer,
    waits: json(content),
    services: json(content),
  },
  indexes: [{ name: 'call_figure_user', columns: 'location_id, day', where: "user_id <> ''" }],
});

/** Aggregates of deleted tickets. */
export const TICKET_FIGURE = table('ticket_figure', {
  moved: true,
  key: ['location_id', 'day', 'hour', 'service_id'],
  columns: { location_id: text, day: text, hour: int32, service_id: text, issued: integer },
});

/** Saved reports of users (JSON). `sent_day`: day of the last completed delivery; empty before the first. */
const REPORT_VIEW = table('report_view', {
  moved: true,
  key: ['user_id', 'id'],
  columns: { user_id: text, id: text, view: json(text), sent_day: text },
});

const REPORT_TABLES: readonly Table[] = [CALL_FIGURE, TICKET_FIGURE, REPORT_VIEW];

/** Last status of a device, and its alarms. `in_touch`: 1 when the device was connected at the time of the write. */
const DEVICE_STATE = table('device_state', {
  moved: true,
  key: ['location_id', 'device_id'],
  columns: {
    location_id: text,
    device_id: text,
    status: json(text),
    said_at: optional(integer),
    in_touch: integer,
    heard_at: integer,
    alarms: json(text),
  },
});

/** Status history of a device. */
const DEVICE_NEWS = table('device_news', {
  moved: true,
  key: ['location_id', 'device_id', 'number'],
  columns: { location_id: text, device_id: text, number: integer, at: integer, what: text, alarm: text },
  indexes: [{ name: 'device_news_age', columns: 'location_id, at' }],
});

/** Remote actions requested by staff (JSON). They end within minutes, and the audit log records them. */
const DEVICE_ACTION = table('device_action', {
  moved: false,
  key: ['id'],
  columns: { id: text, device_id: text, asked_at: integer, body: text },
  indexes: [
    { name: 'device_action_of', columns: 'device_id, asked_at, id' },
    { name: 'device_action_age', columns: 'asked_at' },
  ],
});

/** The resulting screenshot or log, kept for an hour. */
const DEVICE_ACTION_RESULT = table('device_action_result', {
  moved: false,
  key: ['action_id'],
  hasRowid: true,
  columns: { action_id: text, at: integer, picture: text, text },
  indexes: [{ name: 'device_action_result_age', columns: 'at' }],
});

/** Tables of devices. */
const DEVICE_TABLES: readonly Table[] = [DEVICE_STATE, DEVICE_NEWS, DEVICE_ACTION, DEVICE_ACTION_RESULT];

/** Applied migrations. */
const MIGRATION = table('migration', {
  moved: false,
  key: ['number'],
  hasRowid: true,
  columns: { number: int32, name: content },
});

/** Oldest schema version that a program must support, and the time from which older programs refuse requests. */
const SCHEMA_MINIMUM = table('schema_minimum', {
  moved: false,
  only: 'postgres',
  key: ['one'],
  columns: {
    one: withDefault(flag, 'true'),
    minimum: integer,
    since: withDefault(databaseTime, 'clock_timestamp()'),
  },
  checks: { schema_minimum_one_check: 'one' },
});

/** Progress of an online migration. */
const MIGRATION_STEP = table('migration_step', {
  moved: false,
  only: 'postgres',
  key: ['number', 'step'],
  columns: { number: integer, step: integer },
});

const DUTY = table('duty', {
  moved: false,
  only: 'postgres',
  key: ['name'],
  fillfactor: 50,
  columns: { name: text, server_id: text, until: databaseTime },
});

/** Secrets that sign tokens and addresses, the same for all servers. */
const SECRET = table('secret', {
  moved: false,
  only: 'postgres',
  key: ['name'],
  columns: { name: text, value: text },
});

const PEER = table('peer', {
  moved: false,
  only: 'postgres',
  key: ['id'],
  fillfactor: 50,
  columns: { id: text, until: databaseTime },
  indexes: [{ name: 'peer_until', columns: 'until' }],
});

/** Peer state: facts of each server for the others, deleted with their server. Numbered in commit order. */
const BULLETIN = table('bulletin', {
  moved: false,
  only: 'postgres',
  key: ['server_id', 'topic', 'key'],
  fillfactor: 80,
  columns: {
    server_id: refers(text, 'peer (id) ON DELETE CASCADE', 'postgres'),
    topic: text,
    key: text,
    body: content,
    number: integer,
  },
  indexes: [{ name: 'bulletin_by_number', columns: 'number' }],
});

/**
 * Tables of the schema, and of state shared by the servers of one PostgreSQL database. Their times come from the
 * database's clock, so that the servers' clocks need not agree.
 */
const SERVER_TABLES: readonly Table[] = [MIGRATION, SCHEMA_MINIMUM, MIGRATION_STEP, DUTY, SECRET, PEER, BULLETIN];

/** Ordered by dependency: each table refers only to earlier ones. */
export const EVERY_TABLE: readonly Table[] = [
  ...SERVER_TABLES,
  ...SITE_TABLES,
  ...QUEUE_TABLES,
  ...DEVICE_TABLES,
  ...REPORT_TABLES,
  ...OUTGOING_TABLES,
];
