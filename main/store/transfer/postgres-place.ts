/**
 * PostgreSQL database as source or target of a migration.
 *
 * Reads use one snapshot, regardless of duration and concurrent changes.
 */

import type { PoolConnection } from '../../database/postgres/pool.ts';
import { asJson, type Statement } from '../../database/postgres/statement.ts';
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

/**
 * Statements used once per migration or page, so unnamed. A migration reads whole tables, so it is exempt from index
 * checks.
 */
const once = (text: string): Statement => ({ name: '', text });

const TYPES: Readonly<Record<Kind, string>> = { text: 'text', integer: 'bigint', real: 'float8', flag: 'boolean' };

function columnsOf({ columns, locationOf }: TransferTable): Readonly<Record<string, Kind>> {
  return locationOf === undefined ? columns : { location_id: 'text', ...columns };
}

/** Primary key in PostgreSQL. */
function keyOf(table: TransferTable): readonly string[] {
  return 'location_id' in columnsOf(table) ? byLocation(table.key) : table.key;
}

/**
 * Rows that a program's file cannot contain: a location without a first day, and one of two requests with the same key
 * at two locations.
 */
const FOR_PROGRAM: Readonly<Record<string, string>> = {
  location_queue: 'day IS NOT NULL',
  idempotency: `NOT EXISTS (SELECT FROM idempotency AS o WHERE o.key = idempotency.key
    AND o.location_id > idempotency.location_id)`,
};

async function figuresIn(line: PoolConnection, table: TransferTable, only = 'true'): Promise<Figures> {
  const sum = (column: string, kind: Kind): string => {
    if (kind === 'text') return `coalesce(sum(length(${column})), 0)`;
    if (kind === 'real') return `count(${column})`;
    const number = kind === 'flag' ? `${column}::int` : column;
    return `coalesce(sum(${number} / 1000), 0) || '.' || coalesce(sum(${number} % 1000), 0)`;
  };
  const list = Object.entries(table.columns).map(([column, kind]) => `(${sum(column, kind)})::text AS "${column}"`);
  const shown = table.name === 'meta' ? `key <> '${PROGRESS_KEY}'` : only;
  const [row] = await line.ask<Record<string, string | number>>(
    once(`SELECT count(*) AS "rows", ${list.join(', ')} FROM ${table.name} WHERE ${shown}`),
    [],
  );
  const { rows = 0, ...sums } = row ?? {};
  return { rows: Number(rows), sums: sums as Readonly<Record<string, string>> };
}

/** Other connections disable sequential scans; here all rows are read. */
export const WHOLE_TABLES =
  'SET enable_seqscan = on; SET enable_hashjoin = on; SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0';
const SECRETS = once('SELECT name, value FROM secret');
const PUT_SECRET = once(
  'INSERT INTO secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
);
const META = once('SELECT value FROM meta WHERE key = $1');
const PUT_META = once(
  'INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
);
const DROP_META = once('DELETE FROM meta WHERE key = $1');
const TWICE = once('SELECT service_id FROM service_queue GROUP BY service_id HAVING count(*) > 1 LIMIT 1');

/**
 * Reads over one connection, in a read-only transaction.
 *
 * @param isForProgram whether the target is the file of a program, where a service has one location
 */
export async function postgresSource(line: PoolConnection, isForProgram: boolean): Promise<Source> {
  await line.exec(WHOLE_TABLES);
  await line.exec('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const only = ({ name }: TransferTable): string => (isForProgram ? FOR_PROGRAM[name] : undefined) ?? 'true';
  if (isForProgram) {
    const [twice] = await line.ask<{ service_id: string }>(TWICE, []);
    if (twice !== undefined) {
      const service = `the service ${twice.service_id} has tickets at two locations`;
      throw new TransferError(`${service}, which only PostgreSQL supports; keep it there`);
    }
  }
  return {
    figures: (table) => figuresIn(line, table, only(table)),
    key: keyOf,
    async read(table, after, most) {
      const columns = Object.entries(columnsOf(table)).map(([column, kind]) =>
        kind === 'flag' ? `${column}::int AS ${column}` : column,
      );
      const key = keyOf(table).join(', ');
      const places = keyOf(table).map((_, index) => `$${index + 1}`);
      const behind = after === null ? '' : `AND (${key}) > (${places.join(', ')})`;
      const sql = `SELECT ${columns.join(', ')} FROM ${table.name} WHERE ${only(table)} ${behind} ORDER BY ${key} LIMIT ${most}`;
      const rows = await line.ask<Row>(once(sql), after ?? []);
      return rows.filter((row) => row.key !== PROGRESS_KEY);
    },
    async secrets() {
      const rows = await line.ask<{ name: string; value: string }>(SECRETS, []);
      return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    },
    async close() {
      await line.exec('COMMIT').catch(() => undefined);
    },
  };
}

export async function markDatabaseRestored(line: PoolConnection, mark: RestoredMark): Promise<void> {
  await line.tell(PUT_META, [RESTORED_KEY, JSON.stringify(mark)]);
}

export function postgresSink(line: PoolConnection): Sink {
  function insert(table: TransferTable): Statement {
    const columns = columnsOf(table);
    const names = Object.keys(columns).join(', ');
    const list = Object.entries(columns).map(([column, kind]) => `${column} ${TYPES[kind]}`);
    const numbered = table.numbered === undefined ? '' : 'OVERRIDING SYSTEM VALUE';
    // A new database already has rows in `meta`.
    const over = table.name === 'meta' ? 'ON CONFLICT (key) DO UPDATE SET value = excluded.value' : '';
    return once(
      `INSERT INTO ${table.name} (${names}) ${numbered} SELECT ${names} FROM json_to_recordset($1::json) AS r(${list.join(', ')}) ${over}`,
    );
  }

  return {
    async progress() {
      const [row] = await line.ask<{ value: string }>(META, [PROGRESS_KEY]);
      return row === undefined ? null : progressOf(row.value);
    },
    async isEmpty() {
      const [row] = await line.ask<{ is_empty: boolean }>(
        once(
          'SELECT NOT EXISTS (SELECT FROM site_item) AND NOT EXISTS (SELECT FROM ticket) AND NOT EXISTS (SELECT FROM audit) AS is_empty',
        ),
        [],
      );
      return row?.is_empty === true;
    },
    async put(table, rows, progress) {
      await line.exec('BEGIN');
      try {
        await line.tell(insert(table), [asJson(rows.map((row) => withFlags(table, row)))]);
        await line.tell(PUT_META, [PROGRESS_KEY, JSON.stringify(progress)]);
        await line.exec('COMMIT');
      } catch (error) {
        await line.exec('ROLLBACK').catch(() => undefined);
        throw error;
      }
    },
    figures: (table) => figuresIn(line, table),
    markRestored: (mark) => markDatabaseRestored(line, mark),
    async putSecrets(secrets) {
      for (const [name, value] of Object.entries(secrets)) await line.tell(PUT_SECRET, [name, value]);
    },
    async finish() {
      for (const { name, numbered } of TABLES) {
        if (numbered === undefined) continue;
        const sequence = `pg_get_serial_sequence('${name}', '${numbered}')`;
        await line.ask(once(`SELECT setval(${sequence}, coalesce(max(${numbered}), 0) + 1, false) FROM ${name}`), []);
      }
      await line.tell(DROP_META, [PROGRESS_KEY]);
      // Update planner statistics for the new content.
      await line.exec('ANALYZE');
    },
  };
}

function withFlags({ columns }: TransferTable, row: Row): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, columns[column] === 'flag' ? value === 1 : value]),
  );
}
