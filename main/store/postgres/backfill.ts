/**
 * Changes the rows of a table in batches along its primary key.
 *
 * A batch waits for no row that another transaction holds, so no operation of a server can be in a deadlock with it: such rows
 * come with the next try at the same part. Rows keep their keys, so one pass finds all that were there at its beginning.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Line } from './pool.ts';
import { once } from './statement.ts';

/** Changes all rows that `where` finds. A changed row must not be found again. */
export interface Backfill {
  readonly table: string;
  readonly set: string;
  readonly where: string;
}

const PRIMARY_KEY = once(
  'primary-key',
  `SELECT attname AS name FROM pg_index
    JOIN unnest(indkey::smallint[]) WITH ORDINALITY AS part (attnum, turn) ON true
    JOIN pg_attribute ON attrelid = indrelid AND pg_attribute.attnum = part.attnum
  WHERE indrelid = to_regclass($1) AND indisprimary ORDER BY turn`,
);
const RETRY_MS = 100;

/** Texts of the columns of a key. */
type Key = readonly string[];

/** Rows behind one key, up to another; null: no bound. */
function between(columns: readonly string[], from: Key | null, to: Key | null): { sql: string; values: Key } {
  const bound = (sign: string, key: Key | null, first: number): readonly string[] =>
    key === null ? [] : [`(${columns.join(', ')}) ${sign} (${key.map((_, at) => `$${first + at}`).join(', ')})`];
  const bounds = [...bound('>', from, 1), ...bound('<=', to, 1 + (from?.length ?? 0))];
  return { sql: bounds.join(' AND ') || 'true', values: [...(from ?? []), ...(to ?? [])] };
}

/**
 * @param batch rows in one transaction
 * @returns false when another transaction held rows for longer than `patienceMs`
 */
export async function backfill(
  line: Line,
  { table, set, where }: Backfill,
  { batch, patienceMs }: { readonly batch: number; readonly patienceMs: number },
): Promise<boolean> {
  const columns = (await line.ask<{ name: string }>(PRIMARY_KEY, [table])).map(({ name }) => name);
  const ask = (text: string, values: Key) => line.ask<Record<string, string>>({ name: '', text }, values);
  const list = (each: (column: string, at: number) => string, by = ', '): string => columns.map(each).join(by);
  const inOrder = `ORDER BY ${list((column) => `${table}.${column}`)}`;

  async function endOf(from: Key | null): Promise<Key | null> {
    const rest = between(columns, from, null);
    const [last] = await ask(
      `SELECT ${list((column, at) => `${column}::text AS part_${at}`)} FROM ${table} WHERE ${rest.sql}
      ${inOrder} OFFSET ${batch - 1} LIMIT 1`,
      rest.values,
    );
    return last === undefined ? null : columns.map((_, at) => last[`part_${at}`] ?? '');
  }

  /** Gives whether rows are left that others hold. */
  async function fill(from: Key | null, to: Key | null): Promise<boolean> {
    const { sql, values } = between(columns, from, to);
    const changed = await ask(
      `WITH part AS MATERIALIZED (SELECT ${list((column, at) => `${column} AS part_${at}`)} FROM ${table}
        WHERE ${sql} AND (${where}) ${inOrder} LIMIT ${batch} FOR NO KEY UPDATE SKIP LOCKED)
      UPDATE ${table} SET ${set} FROM part WHERE ${list((column, at) => `${column} = part_${at}`, ' AND ')}
      RETURNING coalesce(${where}, false)::text AS again`,
      values,
    );
    if (changed.some(({ again }) => again === 'true'))
      throw new Error(`The backfill of ${table} finds what it changed.`);
    return (await ask(`SELECT FROM ${table} WHERE ${sql} AND (${where}) ${inOrder} LIMIT 1`, values)).length > 0;
  }

  async function fillAll(): Promise<boolean> {
    let from: Key | null = null;
    for (;;) {
      const to = await endOf(from);
      const until = performance.now() + patienceMs;
      while (await fill(from, to)) {
        if (performance.now() > until) return false;
        await pause(RETRY_MS);
      }
      if (to === null) return true;
      from = to;
    }
  }

  // Leaves the planner the primary key alone: else it takes any index that begins with the same column, and reads the whole table
  // for each batch.
  await line.exec('SET enable_sort = off; SET enable_incremental_sort = off');
  try {
    return await fillAll();
  } finally {
    await line.exec('RESET enable_sort; RESET enable_incremental_sort').catch(() => undefined);
  }
}
