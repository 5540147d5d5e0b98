/** SQL with one text for both databases. */
import { type Statement, statement } from './postgres/statement.ts';

export interface Sql {
  readonly sqlite: string;
  readonly postgres: Statement;
}

/** Expressions that the databases write differently. */
interface Dialect {
  /** The greater of two values. */
  greater(one: string, other: string): string;
  /** Whether the column is in the list `$n`. */
  isIn(column: string, n: number): string;
  /** Whether the text `$n` occurs in the column. */
  contains(column: string, n: number): string;
  /** Follows a table whose index SQLite would not choose itself. */
  indexedBy(index: string): string;
}

const SQLITE: Dialect = {
  greater: (one, other) => `max(${one}, ${other})`,
  isIn: (column, n) => `${column} IN (SELECT value FROM json_each($${n}))`,
  contains: (column, n) => `instr(${column}, $${n}) > 0`,
  indexedBy: (index) => `INDEXED BY ${index}`,
};

const POSTGRES: Dialect = {
  greater: (one, other) => `greatest(${one}, ${other})`,
  isIn: (column, n) => `${column} = ANY ($${n})`,
  contains: (column, n) => `strpos(${column}, $${n}) > 0`,
  indexedBy: () => '',
};

const all = new Map<string, Sql>();

/**
 * @param name unique among the statements of PostgreSQL
 * @param text in PostgreSQL's dialect, with `$1` for the first parameter
 */
export function sql(name: string, text: string | ((dialect: Dialect) => string)): Sql {
  const textOf = (dialect: Dialect): string => (typeof text === 'string' ? text : text(dialect));
  const made: Sql = {
    sqlite: textOf(SQLITE).replaceAll(/\$(?=\d)/g, '?'),
    postgres: statement(name, textOf(POSTGRES)),
  };
  all.set(name, made);
  return made;
}

/** Those of all modules that were imported, by name. */
export function everySql(): ReadonlyMap<string, Sql> {
  return all;
}

/** Fields of a record and their columns, in the order of `valuesOf`. */
export type ColumnsOf<Row> = Readonly<Record<keyof Row & string, string>>;

export function valuesOf<Row>(row: Row, columns: ColumnsOf<Row>): readonly Row[keyof Row & string][] {
  return Object.keys(columns).map((field) => row[field as keyof Row & string]);
}

export function insertInto(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`;
}

/** Inserts a row, or replaces the row with the same key. */
export function upsertInto(table: string, key: readonly string[], others: readonly string[]): string {
  const set = others.map((column) => `${column} = excluded.${column}`).join(', ');
  return `${insertInto(table, [...key, ...others])} ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${set}`;
}
