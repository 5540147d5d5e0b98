/**
 * Description of a table for both databases: columns, key and indexes.
 *
 * All SQL of the schema is generated from it.
 */

/** `flag`: 0 and 1 in SQLite, a boolean in PostgreSQL. Instants are integers, in milliseconds. */
export type Kind = 'text' | 'integer' | 'real' | 'flag';

/** Suffix of column names that SQLite's reader converts to booleans. */
export const FLAG_MARK = '?';

export type Engine = 'sqlite' | 'postgres';

export interface Definition {
  readonly type: string;
  readonly isOptional: boolean;
  /** SQL. */
  readonly default: string | null;
  /** For example `ticket (id)`. */
  readonly references: string | null;
}

export interface Column {
  readonly kind: Kind;
  readonly isJson: boolean;
  /** Null: the database of this engine lacks the column. */
  readonly sqlite: Definition | null;
  readonly postgres: Definition | null;
  /** Migration that adds the column; the baseline omits it. */
  readonly since?: number;
}

function column(kind: Kind, sqlite: string, postgres: string): Column {
  const define = (type: string): Definition => ({ type, isOptional: false, default: null, references: null });
  return { kind, isJson: false, sqlite: define(sqlite), postgres: define(postgres) };
}

/** Ids, names and all compared texts: compared byte by byte, whatever the database's locale. */
export const text = column('text', 'TEXT', 'text COLLATE "C"');
/** Text that no statement compares or sorts. */
export const content = column('text', 'TEXT', 'text');
export const integer = column('integer', 'INTEGER', 'bigint');
export const int32 = column('integer', 'INTEGER', 'integer');
export const int16 = column('integer', 'INTEGER', 'smallint');
export const real = column('real', 'REAL', 'double precision');
export const flag = column('flag', 'INTEGER', 'boolean');
/** Time by the clock of the PostgreSQL server, which the servers share. */
export const databaseTime = column('integer', 'INTEGER', 'timestamp with time zone');

function redefine(given: Column, change: Partial<Definition>, only?: Engine): Column {
  const { sqlite, postgres } = given;
  return {
    ...given,
    sqlite: sqlite === null || only === 'postgres' ? sqlite : { ...sqlite, ...change },
    postgres: postgres === null || only === 'sqlite' ? postgres : { ...postgres, ...change },
  };
}

/** Nullable, in one database only if named. */
export const optional = (given: Column, only?: Engine): Column => redefine(given, { isOptional: true }, only);

/** @param value SQL */
export const withDefault = (given: Column, value: string, only?: Engine): Column =>
  redefine(given, { default: value }, only);

/** @param references for example `ticket (id)` */
export const refers = (given: Column, references: string, only: Engine): Column =>
  redefine(given, { references }, only);

export const json = (given: Column): Column => ({ ...given, isJson: true });

export const inPostgres = (given: Column): Column => ({ ...given, sqlite: null });

export interface Index {
  readonly name: string;
  /** `location_id, day` */
  readonly columns: string;
  readonly isUnique?: boolean;
  /** SQL condition of a partial index. */
  readonly where?: string;
  /** Equality only, so that the planner never uses it for a range of one location. */
  readonly isHash?: boolean;
  /** In PostgreSQL the location precedes these columns. */
  readonly isByLocation?: boolean;
  readonly only?: Engine;
  /** Migration that adds the index; the baseline omits it. */
  readonly since?: number;
}

interface Description<Name extends string> {
  readonly columns: Readonly<Record<Name, Column>>;
  /** Primary key. SQLite omits columns that it lacks. */
  readonly key: readonly NoInfer<Name>[];
  /** The key is unique even without the location, and is the primary key in SQLite. */
  readonly isKeyUniqueAlone?: boolean;
  /** Column that the database numbers automatically. */
  readonly numbered?: NoInfer<Name>;
  readonly unique?: readonly NoInfer<Name>[];
  /** SQL check constraints, by name. */
  readonly checks?: Readonly<Record<string, string>>;
  readonly indexes?: readonly Index[];
  readonly only?: Engine;
  /** SQLite finds rows by rowid, and rows can be large. */
  readonly hasRowid?: boolean;
  /** PostgreSQL loses the rows on a crash. */
  readonly isUnlogged?: boolean;
  /** Fill factor of PostgreSQL pages in percent, so that updates stay on the same page. */
  readonly fillfactor?: number;
  /**
   * Whether copies and backups include it. `by ticket` and `by service`: source of the location in SQLite, whose table
   * has no such column. A row without its ticket belongs to no location.
   */
  readonly moved: boolean | 'by ticket' | 'by service';
  /** Migration that adds the table; the baseline omits it. */
  readonly since?: number;
}

export interface Table extends Description<string> {
  readonly name: string;
}

/** The compiler checks the names in key and numbering. */
export function table<Name extends string>(name: string, description: Description<Name>): Table {
  return { name, ...description };
}

/** Columns of the table in this database, by name. */
export function columnsIn({ columns }: Table, engine: Engine): readonly (readonly [string, Definition])[] {
  return Object.entries(columns).flatMap(([name, { [engine]: definition }]) =>
    definition === null ? [] : [[name, definition] as const],
  );
}

export function keyIn({ columns, key, isKeyUniqueAlone = false }: Table, engine: Engine): readonly string[] {
  return key.filter(
    (name) => columns[name]?.[engine] != null && !(engine === 'sqlite' && isKeyUniqueAlone && name === 'location_id'),
  );
}

export const isIn = ({ only }: Pick<Table | Index, 'only'>, engine: Engine): boolean =>
  only === undefined || only === engine;
