import type { Db } from './db.ts';
import { MIGRATIONS, type Migration } from './migrations/index.ts';

/** Thrown when the database was written by a newer program. */
export class DatabaseTooNew extends Error {}

/**
 * Brings the schema up to date: all that is missing in one transaction, so that a program that cannot do the last step
 * leaves the database to the one that wrote it. Nothing is written to a database that is up to date, or too new.
 */
export function migrate(db: Db, migrations: readonly Migration[] = MIGRATIONS): void {
  const newest = Math.max(0, ...migrations.map((migration) => migration.number));
  const version = schemaVersion(db);
  if (version > newest) {
    throw new DatabaseTooNew(
      `the database has schema ${version}, this program knows up to ${newest}; start a newer version of the program`,
    );
  }
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

/** The newest migration that the database has had; 0 for an empty one. */
function schemaVersion(db: Db): number {
  const known = db.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migration'");
  if (known === undefined) return 0;
  return db.get<{ version: number }>('SELECT coalesce(max(number), 0) AS version FROM migration')?.version ?? 0;
}
