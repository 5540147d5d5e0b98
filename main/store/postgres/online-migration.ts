/**
 * Migrations while servers keep running, including those of the previous release.
 *
 * Each step is short, or takes no lock that blocks rows, and is recorded when done: after a kill, the next start
 * continues. The kinds of steps exclude an index, constraint or backfill that locks a table during a scan;
 * `test/store/online-migrations.test.ts` inspects the SQL of changes.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { PoolConnection } from '../../database/postgres/pool.ts';
import { once, statement } from '../../database/postgres/statement.ts';
import { StoreUnreachable } from '../../database/store-errors.ts';

/**
 * Backfill: changes the rows of a table in batches along its primary key. A batch skips rows that another transaction
 * has locked, and retries them later. So it cannot deadlock with operations. Rows keep their keys, so one pass finds
 * all rows that existed at its start.
 */

/** Changes all rows that match `where`. A changed row must no longer match. */
interface Backfill {
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
const LOCKED_ROW_RETRY_MS = 100;

/** Key columns as text. */
type Key = readonly string[];

/**
 * @param batch rows in one transaction
 * @returns false if another transaction locked rows for longer than `patienceMs`
 */
async function backfill(
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
      throw new Error(`The backfill of ${table} selects rows that it has changed.`);
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
        await pause(LOCKED_ROW_RETRY_MS);
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

/** Tables, columns, constant defaults: catalog changes only. */
interface ChangeStep {
  readonly kind: 'change';
  readonly sql: string;
}

/** Built CONCURRENTLY, in each partition of a partitioned table. */
interface IndexStep {
  readonly kind: 'index';
  readonly name: string;
  readonly table: string;
  /** Such as `(location_id, state) WHERE state = 1`. */
  readonly columns: string;
  readonly unique?: boolean;
}

/** Added NOT VALID, then validated during reads and writes. */
interface CheckStep {
  readonly kind: 'check';
  readonly table: string;
  readonly name: string;
  /** Condition of each row, such as `floor IS NOT NULL`. */
  readonly rule: string;
}

interface BackfillStep extends Backfill {
  readonly kind: 'backfill';
}

export type MigrationStep = ChangeStep | IndexStep | CheckStep | BackfillStep;

export interface OnlineMigration {
  readonly number: number;
  readonly name: string;
  /**
   * The oldest schema whose program versions may run concurrently. Older servers stop serving before the first step.
   */
  readonly minimum: number;
  readonly steps: readonly MigrationStep[];
}

export interface OnlineOptions {
  /** How long a step retries to get its locks. */
  readonly patienceMs?: number;
  /** How long servers that must stop may still serve. */
  readonly noticeMs?: number;
  /** Rows per transaction of a backfill. */
  readonly batch?: number;
  /** Called before each step. */
  readonly onStep?: (migration: OnlineMigration, step: number) => void;
}

/** Thrown when a step could not get its locks. Finished steps stay, and a later start continues after them. */
export class MigrationBlocked extends StoreUnreachable {}

/** Lock timeout: a waiting lock blocks all later ones. */
const LOCK_MS = 1_000;
const RETRY_MS = 1_000;
const PATIENCE_MS = 600_000;
/** Time for load balancers to remove a server. */
const NOTICE_MS = 10_000;
/** Servers read the minimum every second, and finish running requests. */
const AFTER_NOTICE_MS = 3_000;
const BATCH = 1_000;
/** SQLSTATE of a lock timeout or a deadlock. */
const LOCKED: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

export interface SchemaMinimum {
  /** The oldest schema that a running version must support. */
  readonly minimum: number;
  /** How long an older server may still serve, in milliseconds; 0 if that time is over. */
  readonly noticeMs: number;
}

const MINIMUM = statement(
  'schema-minimum',
  `SELECT minimum, greatest(0, round(extract(epoch FROM since - clock_timestamp()) * 1000))::int AS "noticeMs"
  FROM schema_minimum WHERE one`,
);
const RAISE = once(
  'raise-schema-minimum',
  `INSERT INTO schema_minimum (minimum, since) VALUES ($1, clock_timestamp() + make_interval(secs => $2))
  ON CONFLICT (one) DO UPDATE SET minimum = excluded.minimum, since = excluded.since
    WHERE schema_minimum.minimum < excluded.minimum`,
);
const DONE = once('migration-steps', 'SELECT step::int AS step FROM migration_step WHERE number = $1');
const NOTE = once('note-migration-step', 'INSERT INTO migration_step (number, step) VALUES ($1, $2)');
const NOTE_ALL = once('note-online-migration', 'INSERT INTO migration (number, name) VALUES ($1, $2)');
const FORGET = once('forget-migration-steps', 'DELETE FROM migration_step WHERE number = $1');
const BROKEN_INDEX = once(
  'is-index-broken',
  `SELECT 1 FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  WHERE relname = $1 AND relkind = 'i' AND relnamespace = current_schema()::regnamespace AND NOT indisvalid`,
);
const CONSTRAINT = once(
  'is-constraint-there',
  'SELECT 1 FROM pg_constraint WHERE conname = $1 AND conrelid = to_regclass($2)',
);
const IS_PARTITIONED = once(
  'is-table-partitioned',
  "SELECT 1 FROM pg_class WHERE oid = to_regclass($1) AND relkind = 'p'",
);
const PARTITIONS = once(
  'partitions',
  `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
  WHERE inhparent = to_regclass($1) ORDER BY 1`,
);

/** Null if none is stored. */
export async function readMinimum(line: PoolConnection): Promise<SchemaMinimum | null> {
  const [row] = await line.ask<SchemaMinimum>(MINIMUM, []);
  return row ?? null;
}

/** Never lowers it. */
export async function raiseMinimum(line: PoolConnection, minimum: number, noticeMs: number): Promise<void> {
  await line.tell(RAISE, [minimum, noticeMs / 1000]);
}

/** Runs the missing steps of a migration. The caller excludes other servers. */
export async function runOnline(
  line: PoolConnection,
  migration: OnlineMigration,
  options: OnlineOptions = {},
): Promise<void> {
  const { number, name, minimum, steps } = migration;
  const { noticeMs = NOTICE_MS, onStep } = options;
  await raiseMinimum(line, minimum, noticeMs);
  const raised = await readMinimum(line);
  // Also after a kill during the notice.
  if (raised !== null && raised.noticeMs > 0) await pause(raised.noticeMs + AFTER_NOTICE_MS);
  const done = new Set((await line.ask<{ step: number }>(DONE, [number])).map(({ step }) => step));
  for (const [step, each] of steps.entries()) {
    if (done.has(step)) continue;
    onStep?.(migration, step);
    await runStep(line, each, { ...options, note: () => line.tell(NOTE, [number, step]) });
  }
  await inTransaction(line, async () => {
    await line.tell(NOTE_ALL, [number, name]);
    await line.tell(FORGET, [number]);
  });
}

interface Noted extends OnlineOptions {
  readonly note: () => Promise<unknown>;
}

async function runStep(line: PoolConnection, step: MigrationStep, noted: Noted): Promise<void> {
  const { note, batch = BATCH, patienceMs = PATIENCE_MS } = noted;
  switch (step.kind) {
    case 'change':
      return change(line, step.sql, noted);
    case 'index':
      await buildIndex(line, step, noted);
      break;
    case 'check': {
      const { table, name, rule } = step;
      if ((await line.ask(CONSTRAINT, [name, table])).length === 0) {
        await change(line, `ALTER TABLE ${table} ADD CONSTRAINT ${name} CHECK (${rule}) NOT VALID`, unnoted(noted));
      }
      await line.exec(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`);
      break;
    }
    case 'backfill':
      if (!(await backfill(line, step, { batch, patienceMs }))) throw blocked();
  }
  await note();
}

async function buildIndex(
  line: PoolConnection,
  { name, table, columns, unique = false }: IndexStep,
  noted: Noted,
): Promise<void> {
  const kind = unique ? 'UNIQUE INDEX' : 'INDEX';
  const build = async (built: string, on: string): Promise<void> => {
    // An aborted build leaves an invalid index.
    if ((await line.ask(BROKEN_INDEX, [built])).length > 0) await line.exec(`DROP INDEX CONCURRENTLY ${built}`);
    await line.exec(`CREATE ${kind} CONCURRENTLY IF NOT EXISTS ${built} ON ${on} ${columns}`);
  };
  if ((await line.ask(IS_PARTITIONED, [table])).length === 0) return build(name, table);
  await change(line, `CREATE ${kind} IF NOT EXISTS ${name} ON ONLY ${table} ${columns}`, unnoted(noted));
  for (const { name: part } of await line.ask<{ name: string }>(PARTITIONS, [table])) {
    const ofPart = `${name}_of_${part}`;
    await build(ofPart, part);
    await change(line, `ALTER INDEX ${name} ATTACH PARTITION ${ofPart}`, unnoted(noted));
  }
}

const unnoted = (noted: Noted): Noted => ({ ...noted, note: async () => {} });

const blocked = (): MigrationBlocked =>
  new MigrationBlocked(
    'another transaction locks a table of the migration; end it (pg_stat_activity), and restart this server',
  );

/** Retries with a lock timeout of a second, so that waiting transactions can proceed in between. */
async function change(line: PoolConnection, sql: string, { note, patienceMs = PATIENCE_MS }: Noted): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      await inTransaction(line, async () => {
        await line.exec(`SET LOCAL lock_timeout = ${LOCK_MS}`);
        await line.exec(sql);
        await note();
      });
      return;
    } catch (error) {
      if (!LOCKED.has((error as { readonly code?: unknown }).code)) throw error;
      if (performance.now() + RETRY_MS > until) throw blocked();
      await pause(RETRY_MS);
    }
  }
}

async function inTransaction(line: PoolConnection, work: () => Promise<void>): Promise<void> {
  await line.exec('BEGIN');
  try {
    await work();
    await line.exec('COMMIT');
  } catch (error) {
    await line.exec('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
