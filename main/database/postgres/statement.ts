/** Named prepared statements for PostgreSQL. */
import type { Table } from '../tables/table.ts';

/**
 * Creates a statement. Its name lets a connection prepare it once, and a list lets a test read all of them. `$1` is the
 * location, or the list of locations, wherever a statement names one.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const all = new Map<string, Statement>();

export function statement(name: string, text: string): Statement {
  if (all.has(name)) throw new Error(`Two statements have the name ${name}.`);
  const made: Statement = { name, text };
  all.set(name, made);
  return made;
}

/** A rare statement that is never prepared. Its name is used in the list only. */
export function once(name: string, text: string): Statement {
  return { ...statement(name, text), name: '' };
}

/**
 * Statements of all imported modules. Excludes transaction control, schema changes, and the full table reads of copies
 * and backups.
 */
export function everyStatement(): readonly Statement[] {
  return [...all.values()];
}

/** Field names and their columns as a SELECT list, so that a row is a record. */
export function selected(columns: Readonly<Record<string, string>>, table = ''): string {
  const of = table === '' ? '' : `${table}.`;
  return Object.entries(columns)
    .map(([field, column]) => `${of}${column} AS "${field}"`)
    .join(', ');
}

/** Replaces what PostgreSQL does not accept in texts: removes NUL, and puts U+FFFD for lone surrogates. */
export function storable<T>(value: T): T {
  if (Array.isArray(value)) return value.map(storable) as T;
  return typeof value === 'string' ? (value.replaceAll('\0', '').toWellFormed() as T) : value;
}

/** JSON escapes that can be unstorable; also matches some that are storable. */
const PERHAPS_NOT = /\\u(?:0000|d)/;

/** Rows, or any value, as JSON that PostgreSQL can read. */
export function asJson(value: unknown): string {
  const text = JSON.stringify(value);
  return PERHAPS_NOT.test(text) ? JSON.stringify(value, (_key, each: unknown) => storable(each)) : text;
}

export type RowColumns = Readonly<Record<string, string | number | boolean | null | object>>;

type Cell = string | number | boolean | null;

/** Rows of any locations that one statement writes; each has a column `location_id`. */
export interface ManyRows {
  readonly statement: Statement;
  /** Order of the kinds that are written together: dependencies first. */
  readonly turn: number;
  values(rows: readonly RowColumns[]): readonly (string | number | readonly Cell[])[];
}

/**
 * Order in which a transaction writes its changes. Calls refer to tickets. A desk's ended calls precede its new ones.
 */
const TURNS = [
  'put-tickets',
  'set-ticket-states',
  'end-answers',
  'put-answers',
  'write-queues',
  'put-outcomes',
  'put-desk-steps',
  'write-locations',
  'add-location-events',
] as const;
type ManyName = (typeof TURNS)[number];

/** SQL type of the column's values. */
const typeOf = ({ columns }: Table, column: string): string =>
  (columns[column]?.postgres?.type ?? 'text').replace(' COLLATE "C"', '');

/** Inserts rows of a table. `more`: SQL after the list. */
export function insertOfMany(name: ManyName, table: Table, more = '', columns = Object.keys(table.columns)): ManyRows {
  const names = ['location_id', ...columns.filter((column) => column !== 'location_id')];
  const types = names.map((column) => `${column} ${typeOf(table, column)}`);
  const text = `INSERT INTO ${table.name} (${names.join(', ')}) SELECT ${names.map((column) => `r.${column}`).join(', ')}
    FROM json_to_recordset($1::json) AS r (${types.join(', ')}) ${more}`;
  return {
    statement: statement(name, text),
    turn: TURNS.indexOf(name),
    values: (rows) => [asJson(rows)],
  };
}

/**
 * Updates rows found by `key`. `columns`: columns to set; `more`: additional SQL for SET. The LIMIT (which is the whole
 * list) makes the planner look rows up one by one. Otherwise it could scan all tickets of a location.
 */
export function changeOfMany(
  name: ManyName,
  table: Table,
  { key, columns, more = [] }: { key?: string; columns: readonly string[]; more?: readonly string[] },
): ManyRows {
  const keys = ['location_id', ...(key === undefined ? [] : [key])];
  const names = [...keys, ...columns];
  const lists = names.map((column, index) => `$${index + 1}::${typeOf(table, column)}[]`);
  const set = [...columns.map((column) => `${column} = r.${column}`), ...more];
  const text = `UPDATE ${table.name} SET ${set.join(', ')} FROM (SELECT * FROM unnest(${lists.join(', ')})
    AS r (${names.join(', ')}) LIMIT $${lists.length + 1}) AS r WHERE ${keys
      .map((column) => `${table.name}.${column} = r.${column}`)
      .join(' AND ')}`;
  return {
    statement: statement(name, text),
    turn: TURNS.indexOf(name),
    values: (rows) => [...names.map((column) => rows.map((row) => row[column] ?? null) as Cell[]), rows.length],
  };
}

/** `column = $n` for each column, starting at `first`. */
export function assigned(columns: readonly string[], first: number): string {
  return columns.map((column, index) => `${column} = $${first + index}`).join(', ');
}
