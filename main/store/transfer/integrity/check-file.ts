/** Integrity check of a SQLite file: pages, schema, values, rows, site. */

import { isUtf8 } from 'node:buffer';
import { Db as Database, Db } from '../../../database/sqlite/db.ts';
import { migrate } from '../../sqlite/migrate.ts';
import { TABLES } from '../tables.ts';
import { checkAuditChain } from './check-audit-chain.ts';
import { checkRows, faultsOf, NUMBERED } from './check-rows.ts';
import { checkSite } from './check-site.ts';
import { plainSql } from './plain-sql.ts';

const BUSY_MS = 30_000;

/** Maximum lines of SQLite's own check. */
const MAX_LISTED = 5;

export interface FileFaults {
  /** Damage of the file itself: not written by SQLite, or a different schema. Its content cannot be trusted. */
  readonly damage: readonly string[];
  /** Contradictions between rows. */
  readonly faults: readonly string[];
}

interface Thing {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

/** One line for each missing, altered or unknown table, index or column. */
export function checkSqliteSchema(db: Db): readonly string[] {
  const fresh = new Database({ file: ':memory:', busyTimeoutMs: 0 });
  try {
    migrate(fresh);
    const [expected, found] = [schemaOf(fresh), schemaOf(db)];
    return [
      ...[...expected].flatMap(([name, definition]) => {
        const other = found.get(name);
        if (other === undefined) return [`the schema has no ${name}`];
        return other === definition ? [] : [`the schema has a different ${name}`];
      }),
      ...[...found.keys()].filter((name) => !expected.has(name)).map((name) => `the schema has an unknown ${name}`),
    ];
  } finally {
    fresh.close();
  }
}

/** `index ticket_number` → its definition with normalised whitespace. */
function schemaOf(db: Db): ReadonlyMap<string, string> {
  const things = db.all<Thing>("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'");
  return new Map(
    things.map(({ type, name, sql }) => [`${type} ${name}`, type === 'table' ? tableOf(db, name, sql) : plainSql(sql)]),
  );
}

/** Columns and constraints in any order, because migrations append columns. */
function tableOf(db: Db, name: string, sql: string | null): string {
  const rows = (ask: string): readonly string[] => db.all(ask, name).map((row) => JSON.stringify(row));
  return [
    ...rows("SELECT wr, strict FROM pragma_table_list(?) WHERE schema = 'main'"),
    ...rows('SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?) ORDER BY name'),
    ...rows('SELECT "table", "from", "to", on_update, on_delete FROM pragma_foreign_key_list(?) ORDER BY 2'),
    ...rows('SELECT "unique", origin, name FROM pragma_index_list(?) WHERE origin <> \'c\' ORDER BY name'),
    // Properties that only the SQL text shows.
    ...(sql?.match(/\b(?:AUTOINCREMENT|CHECK|COLLATE)\b/gi) ?? []),
  ].join('\n');
}

/**
 * Opens a database file and runs all checks, without changes. One line per fault.
 *
 * @param isArchive whether it is the archive of a PostgreSQL database, whose tables all have the location
 */
export async function checkFile(file: string, isArchive: boolean, now: number): Promise<FileFaults> {
  const db = new Db({ file, busyTimeoutMs: BUSY_MS, readOnly: true });
  try {
    // All queries use one snapshot.
    db.exec('BEGIN');
    const pages = db
      .all<{ integrity_check: string }>(`PRAGMA integrity_check(${MAX_LISTED})`)
      .map((row) => row.integrity_check)
      .filter((line) => line !== 'ok')
      .map((line) => `the file is damaged: ${line}`);
    const damage = [...pages, ...(isArchive ? [] : checkSqliteSchema(db))];
    // A damaged file cannot answer further queries.
    if (damage.length > 0) return { damage, faults: [] };
    const ask = async (sql: string): Promise<Readonly<Record<string, unknown>>[]> => db.all(sql);
    return {
      damage,
      faults: [
        ...(await faultsOf(ask, [...valueQuestions(db), ...(isArchive ? [] : sequenceQuestions())])),
        ...(await checkSite(ask)),
        ...(await checkRows(ask, isArchive, now)),
        ...(hasChain(db) ? await checkAuditChain(ask, isArchive) : []),
      ],
    };
  } finally {
    db.close();
  }
}

/** Archives of earlier versions have none. */
function hasChain(db: Db): boolean {
  return db.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'audit_chain'") !== undefined;
}

function sequenceQuestions(): readonly (readonly [string, string])[] {
  return NUMBERED.map(({ table, column }) => [
    `the next id of ${table} already exists`,
    `SELECT max(${column}) FROM ${table} HAVING max(${column}) > coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${table}'), 0)`,
  ]);
}

/**
 * Integrity check of the values in a SQLite file: valid UTF-8, flags 0 or 1, valid JSON.
 * Returns queries for `faultsOf`. SQLite reads a damaged value without an error: its own integrity check compares
 * tables with indexes, and ignores columns without index.
 */
function valueQuestions(db: Db): readonly (readonly [string, string])[] {
  db.define('is_utf8', (value) => (value instanceof Uint8Array && isUtf8(value) ? 1 : 0));
  return TABLES.flatMap(({ name, columns, key, json }) => {
    const there = columnsOf(db, name);
    const known = Object.entries(columns).filter(([column]) => there.has(column));
    const texts = known.flatMap(([column, kind]) => (kind === 'text' ? [`coalesce(${column}, '')`] : []));
    const flags = known.flatMap(([column, kind]) => (kind === 'flag' ? [`${column} NOT IN (0, 1)`] : []));
    const damaged = json
      .filter((column) => there.has(column))
      .map((column) => `(coalesce(${column}, '') <> '' AND NOT json_valid(${column}))`);
    const unreadable = texts.length === 0 ? [] : [`NOT is_utf8(CAST(${texts.join(" || ' ' || ")} AS BLOB))`];
    const row = key.filter((column) => there.has(column)).join(" || '/' || ");
    const ask = (conditions: readonly string[]): string =>
      `SELECT ${row} FROM ${name} WHERE ${conditions.join(' OR ')}`;
    return [
      ...(unreadable.length === 0 ? [] : [[`a text of ${name} is corrupt`, ask(unreadable)] as const]),
      ...(flags.length + damaged.length === 0
        ? []
        : [[`a value of ${name} is corrupt`, ask([...flags, ...damaged])] as const]),
    ];
  });
}

function columnsOf(db: Db, table: string): ReadonlySet<string> {
  return new Set(db.all<{ name: string }>('SELECT name FROM pragma_table_info(?)', table).map(({ name }) => name));
}
