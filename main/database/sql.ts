/** SQL with one text for both databases. */
import { largest } from '../lib/lists.ts';
import { type Statement, statement } from './postgres/statement.ts';
import { columnsIn, type Engine, FLAG_MARK, type Kind, keyIn, type Table } from './tables/table.ts';

export interface Sql {
  readonly sqlite: string;
  /** Highest parameter number in SQLite's text; it rejects more values. */
  readonly sqliteValues: number;
  readonly postgres: Statement;
}

/** Expressions that differ between the databases. */
export interface Dialect {
  readonly engine: Engine;
  /** The greater of two values. */
  greater(one: string, other: string): string;
  /** Whether the column is in the list `$n`. */
  isIn(column: string, n: number): string;
  /**
   * Whether the row of a named service is at the location `$n`. SQLite has one row per service, and accepts it: the row
   * of a moved service can still name the old location.
   */
  ofServiceAt(column: string, n: number): string;
  /** Whether the text `$n` occurs in the column. */
  contains(column: string, n: number): string;
  /** Added after a table name, where SQLite would not choose this index itself. */
  indexedBy(index: string): string;
  /** SQL that only PostgreSQL has, such as a column missing in SQLite. */
  inPostgres(text: string): string;
  /** A SELECT list: fields and their columns, of the table or its alias. */
  select(table: Table, columns: Readonly<Record<string, string>>, name?: string): string;
  /** A condition for SELECT, as a boolean field. */
  flag(condition: string, field: string): string;
  /** Rows of the JSON list `$1` as the table `r`, with their `ordinality`. */
  rows(columns: Readonly<Record<string, Kind>>): string;
  /** The same without an order, for a join that looks up each row whatever the table's size at planning. */
  keys(columns: Readonly<Record<string, Kind>>): string;
}

function listed(
  columns: Readonly<Record<string, string>>,
  name: string | undefined,
  markOf: (column: string) => string,
): string {
  const of = name === undefined ? '' : `${name}.`;
  return Object.entries(columns)
    .map(([field, column]) => `${of}${column} AS "${field}${markOf(column)}"`)
    .join(', ');
}

const SQLITE: Dialect = {
  engine: 'sqlite',
  greater: (one, other) => `max(${one}, ${other})`,
  isIn: (column, n) => `${column} IN (SELECT value FROM json_each($${n}))`,
  ofServiceAt: (_column, n) => `$${n} IS NOT NULL`,
  contains: (column, n) => `instr(${column}, $${n}) > 0`,
  indexedBy: (index) => `INDEXED BY ${index}`,
  inPostgres: () => '',
  select: (table, columns, name) =>
    listed(columns, name, (column) => (table.columns[column]?.kind === 'flag' ? FLAG_MARK : '')),
  flag: (condition, field) => `${condition} AS "${field}${FLAG_MARK}"`,
  rows: (columns) => `(SELECT key AS ordinality, ${fieldsOf(columns)} FROM json_each($1)) AS r`,
  keys: (columns) => `(SELECT ${fieldsOf(columns)} FROM json_each($1)) AS r`,
};

function fieldsOf(columns: Readonly<Record<string, Kind>>): string {
  return Object.keys(columns)
    .map((column) => `value ->> '${column}' AS ${column}`)
    .join(', ');
}

const TYPE: Readonly<Record<Kind, string>> = {
  text: 'text',
  integer: 'bigint',
  real: 'double precision',
  flag: 'boolean',
};

const POSTGRES: Dialect = {
  engine: 'postgres',
  greater: (one, other) => `greatest(${one}, ${other})`,
  isIn: (column, n) => `${column} = ANY ($${n})`,
  ofServiceAt: (column, n) => `${column} = $${n}`,
  contains: (column, n) => `strpos(${column}, $${n}) > 0`,
  indexedBy: () => '',
  inPostgres: (text) => text,
  select: (_table, columns, name) => listed(columns, name, () => ''),
  flag: (condition, field) => `${condition} AS "${field}"`,
  rows: (columns) => `ROWS FROM (json_to_recordset($1::json) AS (${typesOf(columns)})) WITH ORDINALITY AS r`,
  // The planner assumes few rows for a LIMIT that it cannot evaluate.
  keys: (columns) =>
    `(SELECT * FROM json_to_recordset($1::json) AS r (${typesOf(columns)}) LIMIT json_array_length($1::json)) AS r`,
};

function typesOf(columns: Readonly<Record<string, Kind>>): string {
  return Object.entries(columns)
    .map(([column, kind]) => `${column} ${TYPE[kind]}`)
    .join(', ');
}

const all = new Map<string, Sql>();

/**
 * @param name unique among the statements of PostgreSQL
 * @param text in PostgreSQL's dialect, with `$1` for the first parameter
 */
export function sql(name: string, text: string | ((dialect: Dialect) => string)): Sql {
  const textOf = (dialect: Dialect): string => (typeof text === 'string' ? text : text(dialect));
  const sqlite = textOf(SQLITE);
  const made: Sql = {
    sqlite: sqlite.replaceAll(/\$(?=\d)/g, '?'),
    sqliteValues: largest([0, ...[...sqlite.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))]),
    postgres: statement(name, textOf(POSTGRES)),
  };
  all.set(name, made);
  return made;
}

/** Statements of all imported modules, by name. */
export function everySql(): ReadonlyMap<string, Sql> {
  return all;
}

/** Fields of a record and their columns, in the order of `valuesOf`. */
export type ColumnsOf<Row> = Readonly<Record<keyof Row & string, string>>;

/** The row of a record, by column. */
export function rowOf<Row>(record: Row, columns: ColumnsOf<Row>): Readonly<Record<string, Row[keyof Row & string]>> {
  return Object.fromEntries(
    Object.entries<string>(columns).map(([field, column]) => [column, record[field as keyof Row & string]]),
  );
}

export function valuesOf<Row>(record: Row, columns: ColumnsOf<Row>): readonly Row[keyof Row & string][] {
  return Object.values(rowOf(record, columns));
}

export function insertInto(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`;
}

/** Inserts a row, or replaces the row with the same key. */
export function upsertInto(table: string, key: readonly string[], others: readonly string[]): string {
  const set = others.map((column) => `${column} = excluded.${column}`).join(', ');
  return `${insertInto(table, [...key, ...others])} ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${set}`;
}

/** Inserts the rows of the JSON list `$1` in order, with those columns that the database has. */
export function insertRows({ engine, rows }: Dialect, table: Table, columns: readonly string[]): string {
  const kinds = kindsOf(table, columns, engine);
  const names = Object.keys(kinds);
  return `INSERT INTO ${table.name} (${names.join(', ')})
  SELECT ${names.map((name) => `r.${name}`).join(', ')} FROM ${rows(kinds)} ORDER BY ordinality`;
}

/** Inserts the rows of the list `$1`, which have distinct keys, or replaces the rows with their keys. */
export function upsertRows(dialect: Dialect, table: Table, columns: readonly string[]): string {
  return `${insertRows(dialect, table, columns)} ${orReplace(dialect, table, columns)}`;
}

/** Deletes rows that match a row of the list `$1` in the given columns, by default the key. */
export function deleteRows({ engine, keys }: Dialect, table: Table, columns = keyIn(table, engine)): string {
  const kinds = kindsOf(table, columns, engine);
  const names = Object.keys(kinds);
  if (engine === 'sqlite') {
    const list = names.length === 1 ? names.join() : `(${names.join(', ')})`;
    return `DELETE FROM ${table.name} WHERE ${list} IN (SELECT ${names.join(', ')} FROM ${keys(kinds)})`;
  }
  const same = names.map((column) => `${table.name}.${column} = r.${column}`);
  return `DELETE FROM ${table.name} USING ${keys(kinds)} WHERE ${same.join(' AND ')}`;
}

function orReplace({ engine }: Dialect, table: Table, columns: readonly string[]): string {
  const key = keyIn(table, engine);
  const set = columns.filter((column) => !key.includes(column) && table.columns[column]?.[engine] != null);
  return `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${set.map((column) => `${column} = excluded.${column}`).join(', ')}`;
}

/** Kinds of the columns that the table has in this database. */
function kindsOf(table: Table, columns: readonly string[], engine: Engine): Readonly<Record<string, Kind>> {
  const kinds = columnsIn(table, engine).map(([name]) => [name, table.columns[name]?.kind ?? 'text'] as const);
  return Object.fromEntries(kinds.filter(([name]) => columns.includes(name)));
}
