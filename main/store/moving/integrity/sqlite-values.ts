/** Integrity check of the values in a SQLite file: texts must be UTF-8, flags 0 or 1, JSON readable. */
import { isUtf8 } from 'node:buffer';
import type { Db } from '../../sqlite/db.ts';
import { TABLES } from '../tables.ts';

/** Columns that hold JSON, by table. */
const JSON_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  site_item: ['body'],
  audit: ['fields'],
  location_queue: ['away', 'staff_calls'],
  service_queue: ['waits'],
  device_state: ['status', 'alarms'],
  idempotency: ['outcome'],
  form_answer: ['answer'],
  call_figure: ['waits', 'services'],
  mail: ['record'],
  report_view: ['view'],
  webhook_event: ['subject'],
  webhook_delivery: ['subject'],
};

/**
 * Questions for `faultsOf`. SQLite reads a damaged value without an error: its own integrity check compares tables with
 * indexes, and does not look into columns that no index has.
 */
export function valueQuestions(db: Db): readonly (readonly [string, string])[] {
  db.define('is_utf8', (value) => (value instanceof Uint8Array && isUtf8(value) ? 1 : 0));
  return TABLES.flatMap(({ name, columns, key }) => {
    const there = columnsOf(db, name);
    const known = Object.entries(columns).filter(([column]) => there.has(column));
    const texts = known.flatMap(([column, kind]) => (kind === 'text' ? [`coalesce(${column}, '')`] : []));
    const flags = known.flatMap(([column, kind]) => (kind === 'flag' ? [`${column} NOT IN (0, 1)`] : []));
    const json = (JSON_COLUMNS[name] ?? [])
      .filter((column) => there.has(column))
      .map((column) => `(coalesce(${column}, '') <> '' AND NOT json_valid(${column}))`);
    const unreadable = texts.length === 0 ? [] : [`NOT is_utf8(CAST(${texts.join(" || ' ' || ")} AS BLOB))`];
    const row = key.filter((column) => there.has(column)).join(" || '/' || ");
    const ask = (conditions: readonly string[]): string =>
      `SELECT ${row} FROM ${name} WHERE ${conditions.join(' OR ')}`;
    return [
      ...(unreadable.length === 0 ? [] : [[`a text of ${name} is damaged`, ask(unreadable)] as const]),
      ...(flags.length + json.length === 0
        ? []
        : [[`a value of ${name} is damaged`, ask([...flags, ...json])] as const]),
    ];
  });
}

function columnsOf(db: Db, table: string): ReadonlySet<string> {
  return new Set(db.all<{ name: string }>('SELECT name FROM pragma_table_info(?)', table).map(({ name }) => name));
}
