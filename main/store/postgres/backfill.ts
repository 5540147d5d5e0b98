/**
 * Backfill: changes the rows of a table in batches along its primary key.
 *
 * A batch skips rows that another transaction has locked, and retries them later. So it cannot deadlock with
 * operations. Rows keep their keys, so one pass finds all rows that existed at its start.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { PoolConnection } from '../../database/postgres/pool.ts';
import { once } from '../../database/postgres/statement.ts';

/** Changes all rows that match `where`. A changed row must no longer match. */
export interface Backfill {
  readonly table: string;
  readonly set: string;
  readonly where: string;
}

const PRIMARY_KEY = once(
  'primary-key',
  `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_index
    JOIN unnest(indkey::smallint[]) WITH ORDINALITY AS part (attnum, turn) ON true
    JOIN pg_attribute ON attrelid = indrelid AND pg_attribute.attnum = part.attnum
  WHERE indrelid = to_regclass($1) AND indisprimary ORDER BY turn`,
);
const RETRY_MS = 100;

/** Key columns as text. */
type Key = readonly string[];

/**
 * @param batch rows in one transaction
 * @returns false if another transaction locked rows for longer than `patienceMs`
 */
export async function backfill(
  line: PoolConnection,
  { table, set, where }: Backfill,
  { batch, patienceMs }: { readonly batch: number; readonly patienceMs: number },
): Promise<boolean> {
  const columns = await line.ask<{ name: string; type: string }>(PRIMARY_KEY, [table]);
  const ask = (text: string, values: readonly (string | readonly string[])[]) =>
    line.ask<Record<string, string>>({ name: '', text }, values);
  const list = (each: (column: string, at: number, type: string) => string, by = ', '): string =>
    columns.map(({ name, type }, at) => each(name, at, type)).join(by);
  const key = list((column) => `${table}.${column}`);
  /** Passes one array of texts per column. */
  const given = `unnest(${list((_, at) => `$${at + 1}::text[]`)}) AS given (${list((_, at) => `given_${at}`)})`;
  const isGiven = list((column, at, type) => `${table}.${column} = given_${at}::${type}`, ' AND ');

  /**
   * The next keys after one. A batch is selected by its keys, because PostgreSQL reads past the end of a range over
   * several columns.
   */
  async function keysAfter(from: Key | null): Promise<readonly Key[]> {
    const behind = from === null ? '' : `WHERE (${key}) > (${list((_, at) => `$${at + 1}`)})`;
    const rows = await ask(
      `SELECT ${list((column, at) => `${table}.${column}::text AS part_${at}`)} FROM ${table} ${behind} ORDER BY ${key} LIMIT ${batch}`,
      from ?? [],
    );
    return rows.map((row) => columns.map((_, at) => row[`part_${at}`] ?? ''));
  }

  /** Returns whether locked rows remain. */
  async function fill(keys: readonly Key[]): Promise<boolean> {
    const values = columns.map((_, at) => keys.map((each) => each[at] ?? ''));
    const changed = await ask(
      `WITH part AS MATERIALIZED (SELECT ${list((column, at) => `${table}.${column} AS part_${at}`)}
        FROM (SELECT * FROM ${given} LIMIT ${batch}) AS given JOIN ${table} ON ${isGiven} WHERE (${where})
        FOR NO KEY UPDATE OF ${table} SKIP LOCKED)
      UPDATE ${table} SET ${set} FROM part WHERE ${list((column, at) => `${column} = part_${at}`, ' AND ')}
      RETURNING coalesce(${where}, false)::text AS again`,
      values,
    );
    if (changed.some(({ again }) => again === 'true'))
      throw new Error(`The backfill of ${table} finds what it changed.`);
    const held = await ask(
      `SELECT FROM (SELECT * FROM ${given} LIMIT ${batch}) AS given JOIN ${table} ON ${isGiven} WHERE (${where}) LIMIT 1`,
      values,
    );
    return held.length > 0;
  }

  async function fillAll(): Promise<boolean> {
    let from: Key | null = null;
    for (;;) {
      const keys = await keysAfter(from);
      const until = performance.now() + patienceMs;
      while (await fill(keys)) {
        if (performance.now() > until) return false;
        await pause(RETRY_MS);
      }
      const last = keys.at(-1);
      if (last === undefined || keys.length < batch) return true;
      from = last;
    }
  }

  // Leaves the planner only the primary key: otherwise it may use another index with the same first column, and read
  // the whole table for each batch.
  await line.exec('SET enable_sort = off; SET enable_incremental_sort = off');
  try {
    return await fillAll();
  } finally {
    await line.exec('RESET enable_sort; RESET enable_incremental_sort').catch(() => undefined);
  }
}
