/** Named prepared statements for PostgreSQL. */
import type { Table } from '../tables/table.ts';

/**
 * Every statement has a name, by which a connection prepares it once, and stands in one list, so that a test can read them
 * all. `$1` is the location wherever a statement names one, or the list of them.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const all = new Map<string, Statement>();

export function statement(name: string, text: string): Statement {
  if (all.has(name)) throw new Error(`There are two statements of the name ${name}.`);
  const made: Statement = { name, text };
  all.set(name, made);
  return made;
}

/** One that is asked so seldom that no connection prepares it. It has a name in the list alone. */
export function once(name: string, text: string): Statement {
  return { ...statement(name, text), name: '' };
}

/**
 * Those of all modules that have been imported. Not among them: what is sent around a transaction, changes of the schema, and
 * what copies and backups ask, which read every table whole.
 */
export function everyStatement(): readonly Statement[] {
  return [...all.values()];
}

/** Name of a field → its column: the list for SELECT, so that a row comes as its record. */
export function selected(columns: Readonly<Record<string, string>>, table = ''): string {
  const of = table === '' ? '' : `${table}.`;
  return Object.entries(columns)
    .map(([field, column]) => `${of}${column} AS "${field}"`)
    .join(', ');
}

/** Texts, and lists of texts, that PostgreSQL accepts: without the invisible character 0, and with U+FFFD for lone surrogates. */
export function storable<T>(value: T): T {
  if (Array.isArray(value)) return value.map(storable) as T;
  return typeof value === 'string' ? (value.replaceAll('\0', '').toWellFormed() as T) : value;
}

/** How JSON writes what is not storable; also some that is. */
const PERHAPS_NOT = /\\u(?:0000|d)/;

/** Rows, or anything else, as JSON that PostgreSQL can read. */
export function asJson(value: unknown): string {
  const text = JSON.stringify(value);
  return PERHAPS_NOT.test(text) ? JSON.stringify(value, (_key, each: unknown) => storable(each)) : text;
}

export type RowColumns = Readonly<Record<string, string | number | boolean | null | object>>;

type Cell = string | number | boolean | null;

/** Rows of any locations that are written by one statement; each has a column `location_id`. */
export interface ManyRows {
  readonly statement: Statement;
  /** When several kinds are written together: what another needs goes before it. */
  readonly turn: number;
  values(rows: readonly RowColumns[]): readonly (string | number | readonly Cell[])[];
}

/**
 * In this order all that a transaction has changed is written. Answers refer to tickets; what a desk has ended goes before
 * what it has called since.
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

/** Type of values of the column. */
const typeOf = ({ columns }: Table, column: string): string =>
  (columns[column]?.postgres?.type ?? 'text').replace(' COLLATE "C"', '');

/** Adds rows of a table. `more`: what follows the list. */
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
 * Changes rows of a table that are there already, each found by `key`. `columns`: what is set; `more`: what else
 * is set. The list has a limit (of all of it), because a plan for so few looks each row up by itself, whatever the table was
 * when it was made; one for many would read all tickets of a location.
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

/** `column = $n` for each column, counted from `first`. */
export function assigned(columns: readonly string[], first: number): string {
  return columns.map((column, index) => `${column} = $${first + index}`).join(', ');
}
