/**
 * Integrity check of a SQLite schema.
 *
 * Compared with the one that the migrations make in an empty database.
 */
import type { Db } from '../../../database/sqlite/db.ts';
import { Db as Database } from '../../../database/sqlite/db.ts';
import { migrate } from '../../sqlite/migrate.ts';
import { plainSql } from './plain-sql.ts';

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
      ...[...expected].flatMap(([name, definition]) => {
        const other = found.get(name);
        if (other === undefined) return [`the schema has no ${name}`];
        return other === definition ? [] : [`the schema has another ${name}`];
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
  return new Map(
    things.map(({ type, name, sql }) => [`${type} ${name}`, type === 'table' ? tableOf(db, name, sql) : plainSql(sql)]),
  );
}

/** Columns and constraints in any order: a column that a migration added stands last. */
function tableOf(db: Db, name: string, sql: string | null): string {
  const rows = (ask: string): readonly string[] => db.all(ask, name).map((row) => JSON.stringify(row));
  return [
    ...rows("SELECT wr, strict FROM pragma_table_list(?) WHERE schema = 'main'"),
    ...rows('SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?) ORDER BY name'),
    ...rows('SELECT "table", "from", "to", on_update, on_delete FROM pragma_foreign_key_list(?) ORDER BY 2'),
    ...rows('SELECT "unique", origin, name FROM pragma_index_list(?) WHERE origin <> \'c\' ORDER BY name'),
    // What SQLite tells of in the text alone.
    ...(sql?.match(/\b(?:AUTOINCREMENT|CHECK|COLLATE)\b/gi) ?? []),
  ].join('\n');
}
