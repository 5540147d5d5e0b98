/**
 * Tables of the schema, and of facts that several servers of one PostgreSQL database share. Times of servers are those of the database's
 * clock, so that theirs need not agree.
 */
import { content, databaseTime, flag, int32, integer, refers, type Table, table, text, withDefault } from './table.ts';

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

export const SERVER_TABLES: readonly Table[] = [
  MIGRATION,
  SCHEMA_MINIMUM,
  MIGRATION_STEP,
  DUTY,
  SECRET,
  PEER,
  BULLETIN,
];
