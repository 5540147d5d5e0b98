/** Integrity check of a SQLite schema: compared with the one that the migrations make in an empty database. */
import type { Db } from '../../sqlite/db.ts';
import { Db as Database } from '../../sqlite/db.ts';
import { migrate } from '../../sqlite/migrate.ts';

interface Thing {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

/** A line for each table, index or column that is missing, altered or unknown. */
export function checkSqliteSchema(db: Db): readonly string[] {
  const fresh = new Database({ file: ':memory:', busyTimeoutMs: 0 });
  try {
    migrate(fresh);
    const [expected, found] = [schemaOf(fresh), schemaOf(db)];
    return [
      ...[...expected].flatMap(([name, sql]) => {
        const other = found.get(name);
        if (other === undefined) return [`the schema has no ${name}`];
        return other === sql ? [] : [`the schema has another ${name}`];
      }),
      ...[...found.keys()].filter((name) => !expected.has(name)).map((name) => `the schema has an unknown ${name}`),
    ];
  } finally {
    fresh.close();
  }
}

/** `index ticket_number` → its definition, whatever its white space. */
function schemaOf(db: Db): ReadonlyMap<string, string> {
  const things = db.all<Thing>("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'");
  return new Map(things.map(({ type, name, sql }) => [`${type} ${name}`, (sql ?? '').replaceAll(/\s+/g, ' ')]));
}
