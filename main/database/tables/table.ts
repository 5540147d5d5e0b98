/** Description of a table of both databases: columns, key and indexes. All SQL of the schema comes from it. */

/** `flag`: 0 and 1 in SQLite, a boolean in PostgreSQL. Instants are integers, in milliseconds. */
export type Kind = 'text' | 'integer' | 'real' | 'flag';

/** Ends the name of a column that SQLite's reader gives as a boolean. */
export const FLAG_MARK = '?';

export type Engine = 'sqlite' | 'postgres';

export interface Definition {
  readonly type: string;
  readonly isOptional: boolean;
  /** SQL. */
  readonly default: string | null;
  /** As in `ticket (id)`. */
  readonly references: string | null;
}

export interface Column {
  readonly kind: Kind;
  readonly isJson: boolean;
  /** Null: the database of that engine has no such column. */
  readonly sqlite: Definition | null;
  readonly postgres: Definition | null;
  /** Number of the migration that adds it; the baseline leaves it out. */
  readonly since?: number;
}

function column(kind: Kind, sqlite: string, postgres: string): Column {
  const define = (type: string): Definition => ({ type, isOptional: false, default: null, references: null });
  return { kind, isJson: false, sqlite: define(sqlite), postgres: define(postgres) };
}

/** Ids, names and all that is compared: byte by byte, whatever the language of the database. */
export const text = column('text', 'TEXT', 'text COLLATE "C"');
/** Text that no statement compares or sorts. */
export const content = column('text', 'TEXT', 'text');
export const integer = column('integer', 'INTEGER', 'bigint');
export const int32 = column('integer', 'INTEGER', 'integer');
export const int16 = column('integer', 'INTEGER', 'smallint');
export const real = column('real', 'REAL', 'double precision');
export const flag = column('flag', 'INTEGER', 'boolean');
/** Time by the clock of the PostgreSQL server, which several programs share. */
export const databaseTime = column('integer', 'INTEGER', 'timestamp with time zone');

function redefine(given: Column, change: Partial<Definition>, only?: Engine): Column {
  const { sqlite, postgres } = given;
  return {
    ...given,
    sqlite: sqlite === null || only === 'postgres' ? sqlite : { ...sqlite, ...change },
    postgres: postgres === null || only === 'sqlite' ? postgres : { ...postgres, ...change },
  };
}

/** May be NULL, in one database only where that is named. */
export const optional = (given: Column, only?: Engine): Column => redefine(given, { isOptional: true }, only);

/** @param value SQL */
export const withDefault = (given: Column, value: string, only?: Engine): Column =>
  redefine(given, { default: value }, only);

/** @param references as in `ticket (id)` */
export const refers = (given: Column, references: string, only: Engine): Column =>
  redefine(given, { references }, only);

export const json = (given: Column): Column => ({ ...given, isJson: true });

export const inPostgres = (given: Column): Column => ({ ...given, sqlite: null });

export interface Index {
  readonly name: string;
  /** `location_id, day` */
  readonly columns: string;
  readonly isUnique?: boolean;
  /** SQL: which rows it holds. */
  readonly where?: string;
  /** By equality alone, so that no plan takes it for a range of one location. */
  readonly isHash?: boolean;
  /** In PostgreSQL the location comes before these columns. */
  readonly isByLocation?: boolean;
  readonly only?: Engine;
  /** Number of the migration that adds it; the baseline leaves it out. */
  readonly since?: number;
}

interface Description<Name extends string> {
  readonly columns: Readonly<Record<Name, Column>>;
  /** Primary key. SQLite leaves out the columns that it does not have. */
  readonly key: readonly NoInfer<Name>[];
  /** Without the location the key is unique too, and is the primary key in SQLite. */
  readonly isKeyUniqueAlone?: boolean;
  /** The database gives this column its numbers. */
  readonly numbered?: NoInfer<Name>;
  readonly unique?: readonly NoInfer<Name>[];
  /** SQL that holds for each row, by name. */
  readonly checks?: Readonly<Record<string, string>>;
  readonly indexes?: readonly Index[];
  readonly only?: Engine;
  /** Rows in SQLite are found by a number that it gives them, and may be large. */
  readonly hasRowid?: boolean;
  /** PostgreSQL loses its rows when it falls. */
  readonly isUnlogged?: boolean;
  /** Percent of each page of PostgreSQL that inserts fill, so that updates stay on the page. */
  readonly fillfactor?: number;
  /**
   * Whether copies and backups hold it; `by ticket` and `by service` say where its location is found in SQLite, whose table has
   * none. A row whose ticket is not there is of no location.
   */
  readonly moved: boolean | 'by ticket' | 'by service';
  /** Number of the migration that adds it; the baseline leaves it out. */
  readonly since?: number;
}

export interface Table extends Description<string> {
  readonly name: string;
}

/** Names in key and numbers are checked by the compiler. */
export function table<Name extends string>(name: string, description: Description<Name>): Table {
  return { name, ...description };
}

/** The columns of the table in that database, by name. */
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
