/**
 * SQLite file as source or target of a migration.
 *
 * The database of a stopped program, or the archive of a PostgreSQL database, whose tables all have the location.
 */

import { BEFORE_RELEASE } from '../../database/schema-fault.ts';
import type { Db } from '../../database/sqlite/db.ts';
import type { Kind } from '../../database/tables/table.ts';
import type { RestoredMark } from '../../queue/operations/restored-mark.ts';
import { RESTORED_KEY } from '../../queue/operations/restored-mark.ts';
import {
  type Figures,
  PROGRESS_KEY,
  progressOf,
  type Row,
  type Sink,
  type Source,
  TransferError,
} from './database-target.ts';
import { byLocation, TABLES, type TransferTable } from './tables.ts';

/** Installation secrets stored beside that file. */
export interface Secrets {
  read(): Promise<Readonly<Record<string, string>>>;
  write(secrets: Readonly<Record<string, string>>): Promise<void>;
}

const TYPES: Readonly<Record<Kind, string>> = { text: 'TEXT', integer: 'INTEGER', real: 'REAL', flag: 'INTEGER' };

/** Creates the tables of an archive in an empty file. */
export function makeArchive(db: Db): void {
  makeTables(db, TABLES);
}

/**
 * Migrates an archive of an earlier version with fewer tables and columns: new columns get their default. Throws
 * `TransferError` if one has none.
 */
export function completeArchive(db: Db): void {
  const there = new Set(
    db.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").map(({ name }) => name),
  );
  db.transaction(() => {
    makeTables(
      db,
      TABLES.filter(({ name }) => !there.has(name)),
    );
    for (const { name, columns, defaults } of TABLES) {
      const known = columnsOf(db, name);
      for (const [column, kind] of Object.entries(columns)) {
        if (known.has(column)) continue;
        const value = defaults[column];
        if (value === undefined) throw new TransferError(`the backup has no ${name}.${column}; ${BEFORE_RELEASE}`);
        db.exec(`ALTER TABLE ${name} ADD COLUMN ${column} ${TYPES[kind]} DEFAULT ${value}`);
      }
    }
  });
}

function columnsOf(db: Db, table: string): ReadonlySet<string> {
  return new Set(db.all<{ name: string }>('SELECT name FROM pragma_table_info(?)', table).map(({ name }) => name));
}

function makeTables(db: Db, tables: readonly TransferTable[]): void {
  for (const { name, columns, key, locationOf } of tables) {
    const all = { ...columns, ...(locationOf === undefined ? {} : { location_id: 'text' as const }) };
    const list = Object.entries(all).map(([column, kind]) => `${column} ${TYPES[kind]}`);
    const primary = 'location_id' in all ? byLocation(key) : key;
    db.exec(`CREATE TABLE ${name} (${list.join(', ')}, PRIMARY KEY (${primary.join(', ')})) STRICT, WITHOUT ROWID`);
  }
}

/** Whether the table has a location column; in a program's database, ticket or service determine it. */
function namesLocation(db: Db, { name, columns }: TransferTable): boolean {
  if ('location_id' in columns) return true;
  return db.get(`SELECT 1 FROM pragma_table_info(?) WHERE name = 'location_id'`, name) !== undefined;
}

const BY = {
  ticket: '(SELECT location_id FROM ticket WHERE ticket.id = it.ticket_id)',
  service: '(SELECT location_id FROM service_queue WHERE service_queue.service_id = it.service_id)',
} as const;

function selectOf(db: Db, table: TransferTable): string {
  const columns = Object.keys(table.columns).map((column) => `it.${column}`);
  const { locationOf } = table;
  if (locationOf === undefined) return columns.join(', ');
  const location = namesLocation(db, table) ? 'it.location_id' : `coalesce(${BY[locationOf]}, '')`;
  return [...columns, `${location} AS location_id`].join(', ');
}

export function figuresIn(db: Db, { name, columns }: TransferTable): Figures {
  // Sums of milliseconds over many years overflow: sums thousands and remainders separately.
  const sum = (column: string, kind: Kind): string =>
    kind === 'text'
      ? `coalesce(sum(length(replace(${column}, char(0), ''))), 0)`
      : kind === 'real'
        ? `count(${column})`
        : `coalesce(sum(${column} / 1000), 0) || '.' || coalesce(sum(${column} % 1000), 0)`;
  const list = Object.entries(columns).map(([column, kind]) => `CAST(${sum(column, kind)} AS TEXT) AS "${column}"`);
  const hidden = name === 'meta' ? 'WHERE key <> ?' : '';
  const row = db.get<Record<string, string | number>>(
    `SELECT count(*) AS "rows", ${list.join(', ')} FROM ${name} ${hidden}`,
    ...(hidden === '' ? [] : [PROGRESS_KEY]),
  );
  const { rows = 0, ...sums } = row ?? {};
  return { rows: Number(rows), sums: sums as Readonly<Record<string, string>> };
}

export function sqliteSource(db: Db, secrets: Secrets): Source {
  /** Primary key: by location in an archive, by id in a program's database. */
  function keyOf({ name, key }: TransferTable): readonly string[] {
    if (name === 'site_item') return key;
    const columns = db.all<{ name: string }>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk', name);
    return columns.map((column) => column.name);
  }

  return {
    figures: async (table) => figuresIn(db, table),
    key: keyOf,
    async read(table, after, most) {
      const columns = keyOf(table);
      const key = columns.map((column) => `it.${column}`).join(', ');
      const behind = after === null ? '' : `WHERE (${key}) > (${columns.map(() => '?').join(', ')})`;
      const sql = `SELECT ${selectOf(db, table)} FROM ${table.name} it ${behind} ORDER BY ${key} LIMIT ${most}`;
      return db.all<Row>(sql, ...(after ?? [])).filter((row) => row.key !== PROGRESS_KEY);
    },
    secrets: () => secrets.read(),
    close: async () => undefined,
  };
}

export function markFileRestored(db: Db, mark: RestoredMark): void {
  db.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', RESTORED_KEY, JSON.stringify(mark));
}

export function sqliteSink(db: Db, secrets: Secrets): Sink {
  function put(table: TransferTable, rows: readonly Row[]): void {
    const columns = Object.keys(table.columns);
    if (table.locationOf !== undefined && namesLocation(db, table)) columns.push('location_id');
    const values = columns.map(() => '?').join(', ');
    const sql = `INSERT OR ${table.name === 'meta' ? 'REPLACE' : 'ABORT'} INTO ${table.name} (${columns.join(', ')}) VALUES (${values})`;
    for (const row of rows) db.run(sql, ...columns.map((column) => row[column] ?? null));
  }

  return {
    async progress() {
      const row = db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', PROGRESS_KEY);
      return row === undefined ? null : progressOf(row.value);
    },
    isEmpty: async () =>
      ['site_item', 'ticket', 'audit'].every((name) => db.get(`SELECT 1 FROM ${name} LIMIT 1`) === undefined),
    async put(table, rows, progress) {
      db.transaction(() => {
        put(table, rows);
        db.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', PROGRESS_KEY, JSON.stringify(progress));
      });
    },
    figures: async (table) => figuresIn(db, table),
    putSecrets: (given) => secrets.write(given),
    markRestored: async (mark) => markFileRestored(db, mark),
    async finish() {
      db.run('DELETE FROM meta WHERE key = ?', PROGRESS_KEY);
    },
  };
}
