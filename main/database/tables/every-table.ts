/** Every table of both databases. */
import { OUTGOING_TABLES } from './outgoing-tables.ts';
import { QUEUE_TABLES } from './queue-tables.ts';
import { REPORT_TABLES } from './report-tables.ts';
import { SITE_TABLES } from './site-tables.ts';
import {
  content,
  databaseTime,
  flag,
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
