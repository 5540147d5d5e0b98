/** Schema migrations of PostgreSQL. */
import { setTimeout as pause } from 'node:timers/promises';
import { LEAVE_MIGRATION, TRY_MIGRATION } from '../../database/postgres/locks.ts';
import type { PoolConnection } from '../../database/postgres/pool.ts';
import { once } from '../../database/postgres/statement.ts';
import { schemaFault, UNKNOWN_SCHEMA } from '../../database/schema-fault.ts';
import { largest } from '../../lib/lists.ts';
import { type PostgresMigration, SCHEMA, type Schema } from './migrations.ts';
import { MigrationBlocked, type OnlineOptions, raiseMinimum, readMinimum, runOnline } from './online-migration.ts';

/** Thrown when this program cannot work with this database as it is. */
export class PostgresDatabaseRefused extends Error {}

/** The oldest supported server version; tests use it. */
const OLDEST_SERVER = 150_000;

const LOCK_RETRY_MS = 200;
/** Another server may run a long backfill. */
const LOCK_PATIENCE_MS = 3_600_000;

const SERVER = once(
  'server-version',
  "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name",
);
/** Reads the table itself: cached names of a connection can be older than the lock that it waited for. */
const KNOWN = once(
  'is-schema-known',
  `SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_class WHERE relname = 'migration' AND relkind = 'r'
  AND relnamespace = current_schema()::regnamespace) AS known`,
);
const VERSION = once('schema-version', 'SELECT max(number)::int AS version FROM migration');
const NOTE = once('note-migration', 'INSERT INTO migration (number, name) VALUES ($1, $2)');

/** The newest schema of this program version. */
export function newestSchema({ whole, online }: Schema = SCHEMA): number {
  return largest([0, ...whole.map(({ number }) => number), ...online.map(({ number }) => number)]);
}

/** The baseline: no database with rows has an older schema. */
function oldestSchema({ whole }: Schema = SCHEMA): number {
  return whole[0]?.number ?? 0;
}

/**
 * Whether no migration is missing. Also true if a newer version allows this one. Rejects with `PostgresDatabaseRefused` if it
 * does not, or if the database server is too old.
 */
export async function isUpToDate(line: PoolConnection, schema: Schema = SCHEMA): Promise<boolean> {
  const [server] = await line.ask<{ number: number; name: string }>(SERVER, []);
  if (server === undefined || server.number < OLDEST_SERVER) {
    throw new PostgresDatabaseRefused(
      `the database server is PostgreSQL ${server?.name}; this program needs 15 or newer`,
    );
  }
  return (await versionFor(line, schema)) >= newestSchema(schema);
}

/**
 * Migrates the schema, on one server at a time: missing whole migrations in one transaction, online ones step by step.
 * Writes nothing to a database that is up to date, too new, too old, or on an old server version.
 */
export async function migrate(
  line: PoolConnection,
  given: Schema | readonly PostgresMigration[] = SCHEMA,
  options: OnlineOptions = {},
): Promise<void> {
  const schema: Schema = 'whole' in given ? given : { whole: given, online: [] };
  const until = performance.now() + LOCK_PATIENCE_MS;
  while (!(await isUpToDate(line, schema))) {
    const [lock] = await line.ask<{ isOurs: boolean }>(TRY_MIGRATION, []);
    if (lock?.isOurs !== true) {
      if (performance.now() > until)
        throw new MigrationBlocked('another server has been migrating the database for an hour');
      await pause(LOCK_RETRY_MS);
      continue;
    }
    try {
      await migrateAlone(line, schema, options);
    } finally {
      await line.exec(LEAVE_MIGRATION).catch(() => undefined);
    }
  }
}

async function migrateAlone(line: PoolConnection, schema: Schema, options: OnlineOptions): Promise<void> {
  const isNew = (await schemaVersion(line)) === 0;
  await migrateWhole(line, schema);
  const from = await schemaVersion(line);
  const missing = schema.online.filter(({ number }) => number > from);
  // No server uses a new database.
  for (const each of missing) await runOnline(line, each, isNew ? { ...options, noticeMs: 0 } : options);
}

async function migrateWhole(line: PoolConnection, schema: Schema): Promise<void> {
  await line.exec('BEGIN');
  try {
    const from = await versionFor(line, schema);
    const missing = schema.whole.filter(({ number }) => number > from);
    for (const { number, name, sql, move } of missing) {
      await line.exec(sql);
      await move?.(line);
      await line.tell(NOTE, [number, name]);
    }
    const last = missing.at(-1)?.number ?? 0;
    if (last > 0) await raiseMinimum(line, last, 0);
    await line.exec('COMMIT');
  } catch (error) {
    await line.exec('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * Checks without changes. Throws `PostgresDatabaseRefused` unless the schema is exactly this version's: a copy or backup would
 * omit columns of a newer one.
 */
export async function mustBeUpToDate(line: PoolConnection): Promise<void> {
  const fault = schemaFault(await schemaVersion(line), oldestSchema(), newestSchema());
  if (fault !== null) throw new PostgresDatabaseRefused(fault);
}

/**
 * Why this version cannot read rows of that schema; null for its own, and for every earlier one from the baseline on.
 */
export function foreignSchemaFault(version: number): string | null {
  const [oldest, newest] = [oldestSchema(), newestSchema()];
  return version < oldest || version > newest ? schemaFault(version, oldest, newest) : null;
}

/** Whether the program's tables exist. */
export async function hasSchema(line: PoolConnection): Promise<boolean> {
  return (await schemaVersion(line)) > 0;
}

/** The schema version of the database. Rejects with `PostgresDatabaseRefused` if this version must not use it. */
async function versionFor(line: PoolConnection, schema: Schema): Promise<number> {
  const [oldest, newest] = [oldestSchema(schema), newestSchema(schema)];
  const version = await schemaVersion(line);
  if (version === 0) return version;
  // A newer version that is about to migrate raises the minimum first.
  const minimum = version < oldest ? version : ((await readMinimum(line))?.minimum ?? version);
  if (minimum <= newest && version >= oldest) return version;
  throw new PostgresDatabaseRefused(schemaFault(Math.max(version, minimum), oldest, newest) ?? '');
}

/** The newest applied migration; 0 for an empty database. */
async function schemaVersion(line: PoolConnection): Promise<number> {
  const [table] = await line.ask<{ known: boolean }>(KNOWN, []);
  if (table?.known !== true) return 0;
  const [row] = await line.ask<{ version: number | null }>(VERSION, []);
  return row?.version ?? UNKNOWN_SCHEMA;
}
