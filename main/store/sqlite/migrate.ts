import type { Db } from './db.ts';
import { MIGRATIONS, type Migration } from './migrations/index.ts';

/** Thrown when the database was written by a newer program. */
export class DatabaseTooNew extends Error {}

/** Brings the schema up to date, each migration in its own transaction. */
export function migrate(db: Db, migrations: readonly Migration[] = MIGRATIONS): void {
  db.exec('CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT');
  const newest = Math.max(0, ...migrations.map((migration) => migration.number));
  for (const migration of migrations) {
    // Looked up within the transaction: another process may be starting on the same file.
    db.transaction(() => {
      if (schemaVersion(db) >= migration.number) return;
      db.exec(migration.sql);
      db.run('INSERT INTO migration (number, name) VALUES (?, ?)', migration.number, migration.name);
    });
  }
  const version = schemaVersion(db);
  if (version > newest) {
    throw new DatabaseTooNew(
      `The database has schema ${version}, this program knows up to ${newest}. Start a newer version of the program.`,
    );
  }
}

function schemaVersion(db: Db): number {
  return db.get<{ version: number }>('SELECT coalesce(max(number), 0) AS version FROM migration')?.version ?? 0;
}
