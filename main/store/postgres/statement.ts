/**
 * Every statement has a name, by which a connection prepares it once, and stands in one list, so that a test can read them
 * all. `$1` is the location wherever a statement names one.
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

/** Those of all modules that have been imported. */
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

/**
 * Texts as PostgreSQL can hold them: without the character 0, of which there is nothing to be seen, and with U+FFFD for
 * halves of characters.
 */
export function storable<T>(value: T): T {
  return typeof value === 'string' ? (value.replaceAll('\0', '').toWellFormed() as T) : value;
}

/** How JSON writes what is not storable; also some that is. */
const PERHAPS_NOT = /\\u(?:0000|d)/;

/** Rows, or anything else, as JSON that PostgreSQL can read. */
export function asJson(value: unknown): string {
  const text = JSON.stringify(value);
  return PERHAPS_NOT.test(text) ? JSON.stringify(value, (_key, each: unknown) => storable(each)) : text;
}

/** The rows of the JSON list `$2`, as a table `r` of these columns and types. */
export function givenRows(columns: Readonly<Record<string, string>>): string {
  const list = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  return `json_to_recordset($2::json) AS r(${list.join(', ')})`;
}

/**
 * `column = $n` for each column, counted from `first`. Rows that there are already are changed one by one: a plan for many
 * that was made while there were few would look at all of a location.
 */
export function assigned(columns: readonly string[], first: number): string {
  return columns.map((column, index) => `${column} = $${first + index}`).join(', ');
}

/** Adds all rows of the JSON list `$2` to the location `$1` by one statement. */
export function insertOfMany(table: string, columns: Readonly<Record<string, string>>): string {
  const names = Object.keys(columns);
  const given = names.map((name) => `r.${name}`).join(', ');
  return `INSERT INTO ${table} (location_id, ${names.join(', ')}) SELECT $1, ${given} FROM ${givenRows(columns)}`;
}
