/** Schema migrations of SQLite. */
import { schemaFault, UNKNOWN_SCHEMA } from '../../database/schema-fault.ts';
import type { Db } from '../../database/sqlite/db.ts';
import { largest } from '../../lib/lists.ts';
import { MIGRATIONS, type SqliteMigration } from './migrations.ts';

/** Thrown when this program cannot work with this database as it is. */
export class SqliteDatabaseRefused extends Error {}

/**
 * Migrates the schema: all missing migrations in one transaction, so that a failure leaves the database to the version
 * that wrote it. Writes nothing to a database that is up to date, too new, or too old.
 */
export function migrate(db: Db, migrations: readonly SqliteMigration[] = MIGRATIONS): void {
  const numbers = migrations.map(({ number }) => number);
  const newest = largest([0, ...numbers]);
  const oldest = numbers[0] ?? 0;
  const version = schemaVersion(db);
  const isForeign = version > newest || (version !== 0 && version < oldest);
  const fault = isForeign ? schemaFault(version, oldest, newest) : null;
  if (fault !== null) throw new SqliteDatabaseRefused(fault);
  if (version === newest) return;
  db.transaction(() => {
    // Read again within the transaction: another process may start on the same file.
    const from = schemaVersion(db);
    for (const migration of migrations.filter(({ number }) => number > from)) {
      db.exec(migration.sql);
      migration.move?.(db);
      db.run('INSERT INTO migration (number, name) VALUES (?, ?)', migration.number, migration.name);
    }
  });
}

/** Why this version cannot use the database as it is; null if it can. Changes nothing. */
export function whyNotUpToDate(db: Db): string | null {
  const numbers = MIGRATIONS.map(({ number }) => number);
  return schemaFault(schemaVersion(db), numbers[0] ?? 0, largest(numbers));
}

/** Whether the program's tables exist. */
export const hasSchema = (db: Db): boolean => schemaVersion(db) > 0;

/** The newest applied migration; 0 for an empty database. */
function schemaVersion(db: Db): number {
  const known = db.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migration'");
  if (known === undefined) return 0;
  const row = db.get<{ version: number | null }>('SELECT max(number) AS version FROM migration');
  return row?.version ?? UNKNOWN_SCHEMA;
}
