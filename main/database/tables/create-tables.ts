/** SQL that creates the tables and indexes of one database from their descriptions. */
import { columnsIn, type Engine, type Index, isIn, keyIn, type Table } from './table.ts';

/** Tables of a new database, without later migrations. */
export function createTables(tables: readonly Table[], engine: Engine): string {
  return tables
    .filter((each) => isIn(each, engine) && each.since === undefined)
    .flatMap((each) => [createTable(each, engine), ...indexesIn(each, engine, true).map((index) => `${index};`)])
    .join('\n');
}

function createTable(table: Table, engine: Engine): string {
  const { name, columns, unique = [], checks = {} } = table;
  const lines = columnsIn(table, engine)
    .filter(([column]) => columns[column]?.since === undefined)
    .map(([column, { references }]) => {
      const reference = references === null ? '' : ` REFERENCES ${references}`;
      return `${column} ${columnType(table, column, engine)}${reference}`;
    });
  const key = isRowNumber(table, engine) ? [] : [`PRIMARY KEY (${keyIn(table, engine).join(', ')})`];
  const constraints = [
    ...unique.map((column) => `UNIQUE (${column})`),
    ...Object.entries(checks).map(([check, rule]) => `CONSTRAINT ${check} CHECK (${rule})`),
  ];
  const kind = engine === 'postgres' && table.isUnlogged === true ? 'UNLOGGED TABLE' : 'TABLE';
  return `CREATE ${kind} ${name} (\n  ${[...lines, ...key, ...constraints].join(',\n  ')}\n)${storageOf(table, engine)};`;
}

/** For example `bigint NOT NULL DEFAULT 0`. */
export function columnType(table: Table, column: string, engine: Engine): string {
  const definition = table.columns[column]?.[engine];
  if (definition == null) return '';
  if (isRowNumber(table, engine) && table.key.includes(column)) {
    return table.numbered === column ? 'INTEGER PRIMARY KEY AUTOINCREMENT' : 'INTEGER PRIMARY KEY';
  }
  const { type, isOptional, default: value } = definition;
  const isIdentity = engine === 'postgres' && table.numbered === column;
  return [
    type,
    ...(isOptional ? [] : ['NOT NULL']),
    ...(isIdentity ? ['GENERATED ALWAYS AS IDENTITY'] : []),
    ...(value === null ? [] : [`DEFAULT ${value}`]),
  ].join(' ');
}

/** Whether the key is SQLite's rowid, which must be a number. */
function isRowNumber({ key, numbered, hasRowid = false, columns }: Table, engine: Engine): boolean {
  const [only = '', ...others] = key;
  return (
    engine === 'sqlite' && others.length === 0 && (numbered === only || (hasRowid && columns[only]?.kind === 'integer'))
  );
}

function storageOf(table: Table, engine: Engine): string {
  const { hasRowid = false, numbered = '', key, fillfactor } = table;
  if (engine === 'sqlite') return hasRowid || key.includes(numbered) ? ' STRICT' : ' STRICT, WITHOUT ROWID';
  return fillfactor === undefined ? '' : ` WITH (fillfactor = ${fillfactor})`;
}

/** @param isBaseline excludes indexes of later migrations */
export function indexesIn(table: Table, engine: Engine, isBaseline = false): readonly string[] {
  return (table.indexes ?? [])
    .filter((index) => isIn(index, engine) && !(isBaseline && index.since !== undefined))
    .map((index) => createIndex(table, index, engine));
}

function createIndex({ name: table }: Table, index: Index, engine: Engine): string {
  const { name, columns, isUnique = false, isHash = false, isByLocation = false, where } = index;
  const all = engine === 'postgres' && isByLocation ? `location_id, ${columns}` : columns;
  const method = engine === 'sqlite' ? '' : ` USING ${isHash ? 'hash' : 'btree'}`;
  const rows = where === undefined ? '' : ` WHERE ${where}`;
  return `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${name} ON ${table}${method} (${all})${rows}`;
}
