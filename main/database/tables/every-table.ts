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

/** Last status of a device, and its alarms. `in_touch`: 1 when the device was connected as the row was written. */
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

/** History of a device. */
const DEVICE_NEWS = table('device_news', {
  moved: true,
  key: ['location_id', 'device_id', 'number'],
  columns: { location_id: text, device_id: text, number: integer, at: integer, what: text, alarm: text },
  indexes: [{ name: 'device_news_age', columns: 'location_id, at' }],
});

/** What staff asked devices to do (JSON). It is over within minutes, and the audit log tells of it. */
const DEVICE_ACTION = table('device_action', {
  moved: false,
  key: ['id'],
  columns: { id: text, device_id: text, asked_at: integer, body: text },
  indexes: [
    { name: 'device_action_of', columns: 'device_id, asked_at, id' },
    { name: 'device_action_age', columns: 'asked_at' },
  ],
});

/** The picture or log that came of it, for an hour. */
const DEVICE_ACTION_RESULT = table('device_action_result', {
  moved: false,
  key: ['action_id'],
  hasRowid: true,
  columns: { action_id: text, at: integer, picture: text, text },
  indexes: [{ name: 'device_action_result_age', columns: 'at' }],
});

/** Tables of devices. */
const DEVICE_TABLES: readonly Table[] = [DEVICE_STATE, DEVICE_NEWS, DEVICE_ACTION, DEVICE_ACTION_RESULT];

/** The migrations that the database has had. */
const MIGRATION = table('migration', {
  moved: false,
  key: ['number'],
  hasRowid: true,
  columns: { number: int32, name: content },
});

/** The oldest schema that a program must know to work on this database, from when on older ones refuse requests. */
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

/** How far an online migration has come. */
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

/** Secrets that sign keys and addresses, the same for all servers. */
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

/** Small facts of each server for the others: they are deleted with their server. Numbers follow the commits. */
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
 * Tables of the schema, and of facts that several servers of one PostgreSQL database share. Times of servers are those of the database's
 * clock, so that theirs need not agree.
 */
const SERVER_TABLES: readonly Table[] = [MIGRATION, SCHEMA_MINIMUM, MIGRATION_STEP, DUTY, SECRET, PEER, BULLETIN];

/** In an order in which each refers only to those before it. */
export const EVERY_TABLE: readonly Table[] = [
  ...SERVER_TABLES,
  ...SITE_TABLES,
  ...QUEUE_TABLES,
  ...DEVICE_TABLES,
  ...REPORT_TABLES,
  ...OUTGOING_TABLES,
];
