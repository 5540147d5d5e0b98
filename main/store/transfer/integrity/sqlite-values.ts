/** Integrity check of the values in a SQLite file: texts must be UTF-8, flags 0 or 1, JSON readable. */
import { isUtf8 } from 'node:buffer';
import type { Db } from '../../../database/sqlite/db.ts';
import { TABLES } from '../tables.ts';

/**
 * Questions for `faultsOf`. SQLite reads a damaged value without an error: its own integrity check compares tables with
 * indexes, and does not look into columns that no index has.
 */
export function valueQuestions(db: Db): readonly (readonly [string, string])[] {
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
      ...(unreadable.length === 0 ? [] : [[`a text of ${name} is damaged`, ask(unreadable)] as const]),
      ...(flags.length + damaged.length === 0
        ? []
        : [[`a value of ${name} is damaged`, ask([...flags, ...damaged])] as const]),
    ];
  });
}

function columnsOf(db: Db, table: string): ReadonlySet<string> {
  return new Set(db.all<{ name: string }>('SELECT name FROM pragma_table_info(?)', table).map(({ name }) => name));
}
