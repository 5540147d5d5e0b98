import { largest } from '../../core/lists.ts';
import { schemaFault } from '../schema-fault.ts';
import { LOCK_MIGRATION } from './locks.ts';
import { MIGRATIONS, type Migration } from './migrations/index.ts';
import type { Line } from './pool.ts';
import { once } from './statement.ts';

/** Thrown when this program cannot work with this database as it is. */
export class DatabaseRefused extends Error {}

/** The oldest that is supported by the programs that the tests run with. */
const OLDEST_SERVER = 150_000;

const SERVER = once(
  'server-version',
  "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name",
);
/** Asked of the table itself: what a connection remembers of names may be older than the lock that it has waited for. */
const KNOWN = once(
  'is-schema-known',
  `SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_class WHERE relname = 'migration' AND relkind = 'r'
  AND relnamespace = current_schema()::regnamespace) AS known`,
);
const VERSION = once('schema-version', 'SELECT coalesce(max(number), 0)::int AS version FROM migration');
const NOTE = once('note-migration', 'INSERT INTO migration (number, name) VALUES ($1, $2)');

/**
 * Whether nothing is missing. Rejects with `DatabaseRefused` when the database was written by a newer program, or its server
 * is too old.
 */
export async function isUpToDate(line: Line, migrations: readonly Migration[] = MIGRATIONS): Promise<boolean> {
  const [server] = await line.ask<{ number: number; name: string }>(SERVER, []);
  if (server === undefined || server.number < OLDEST_SERVER) {
    throw new DatabaseRefused(`the database server is PostgreSQL ${server?.name}; this program needs 15 or newer`);
  }
  const newest = newestOf(migrations);
  return (await versionUpTo(line, newest)) === newest;
}

/**
 * Brings the schema up to date: all that is missing in one transaction, while other servers that start wait. Nothing is
 * written to a database that is up to date, or too new, or of a server that is too old.
 */
export async function migrate(line: Line, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  if (await isUpToDate(line, migrations)) return;
  await line.exec('BEGIN');
  try {
    await line.exec(LOCK_MIGRATION);
    await line.exec('CREATE TABLE IF NOT EXISTS migration (number integer PRIMARY KEY, name text NOT NULL)');
    const from = await versionUpTo(line, newestOf(migrations));
    for (const { number, name, sql, move } of migrations.filter(({ number: each }) => each > from)) {
      await line.exec(sql);
      await move?.(line);
      await line.tell(NOTE, [number, name]);
    }
    await line.exec('COMMIT');
  } catch (error) {
    await line.exec('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Looks without changing anything. Throws `DatabaseRefused` when the tables are not as this program knows them. */
export async function mustBeUpToDate(line: Line): Promise<void> {
  const fault = schemaFault(await schemaVersion(line), newestOf(MIGRATIONS));
  if (fault !== null) throw new DatabaseRefused(fault);
}

/** Whether a program has made its tables there. */
export async function hasSchema(line: Line): Promise<boolean> {
  return (await schemaVersion(line)) > 0;
}

function newestOf(migrations: readonly Migration[]): number {
  return largest([0, ...migrations.map(({ number }) => number)]);
}

async function versionUpTo(line: Line, newest: number): Promise<number> {
  const version = await schemaVersion(line);
  const fault = version > newest ? schemaFault(version, newest) : null;
  if (fault !== null) throw new DatabaseRefused(fault);
  return version;
}

/** The newest migration that the database has had; 0 for an empty one. */
async function schemaVersion(line: Line): Promise<number> {
  const [table] = await line.ask<{ known: boolean }>(KNOWN, []);
  if (table?.known !== true) return 0;
  const [row] = await line.ask<{ version: number }>(VERSION, []);
  return row?.version ?? 0;
}
