import { largest } from '../../core/lists.ts';
import { schemaFault } from '../schema-fault.ts';
import type { Db } from './db.ts';
import { MIGRATIONS, type Migration } from './migrations/index.ts';

/** Thrown when the database was written by a newer program. */
export class DatabaseTooNew extends Error {}

/**
 * Brings the schema up to date: all that is missing in one transaction, so that a program that cannot do the last step
 * leaves the database to the one that wrote it. Nothing is written to a database that is up to date, or too new.
 */
export function migrate(db: Db, migrations: readonly Migration[] = MIGRATIONS): void {
  const newest = largest([0, ...migrations.map((migration) => migration.number)]);
  const version = schemaVersion(db);
  const fault = version > newest ? schemaFault(version, newest) : null;
  if (fault !== null) throw new DatabaseTooNew(fault);
  if (version === newest) return;
  db.transaction(() => {
    db.exec('CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT');
    // Looked up again within the transaction: another process may be starting on the same file.
    const from = schemaVersion(db);
    for (const migration of migrations.filter(({ number }) => number > from)) {
      db.exec(migration.sql);
      migration.move?.(db);
      db.run('INSERT INTO migration (number, name) VALUES (?, ?)', migration.number, migration.name);
    }
  });
}

/** Why this program cannot read the database as it is, without changing it; null when it can. */
export function whyNotUpToDate(db: Db): string | null {
  return schemaFault(schemaVersion(db), largest(MIGRATIONS.map(({ number }) => number)));
}

/** Whether a program has made its tables there. */
export const hasSchema = (db: Db): boolean => schemaVersion(db) > 0;

/** The newest migration that the database has had; 0 for an empty one. */
function schemaVersion(db: Db): number {
  const known = db.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migration'");
  if (known === undefined) return 0;
  return db.get<{ version: number }>('SELECT coalesce(max(number), 0) AS version FROM migration')?.version ?? 0;
}
