/**
 * Database connections with a timeout on every wait.
 *
 * Any fault discards the connection; the next use opens a new one.
 */
import type { Writable } from 'node:stream';
import pg from 'pg';
import type { ConnectionLoad } from '../../store/contract/store.ts';
import { type Coming, createGate, type GateOptions, inTurn } from '../concurrency-limiter.ts';
import { Abandoned, StoreUnreachable } from '../store-errors.ts';
import { databaseHosts } from './database-hosts.ts';
import { asUnreachable, isMachineFault, isPlanOutdated, withoutValue } from './postgres-error.ts';
import { type Statement, storable } from './statement.ts';

type Value = string | number | boolean | null | readonly (string | number | boolean | null)[];

/** One connection, reserved for one user. Statements are sent at once and run in order. */
export interface PoolConnection {
  ask<Row>(statement: Statement, values: readonly Value[]): Promise<readonly Row[]>;
  /** Returns the number of changed rows. */
  tell(statement: Statement, values: readonly Value[]): Promise<number>;
  /** Statements that are never prepared, such as `BEGIN` and `COMMIT`. */
  exec(text: string): Promise<void>;
}

export interface Pool {
  /**
   * Runs the task with a connection. Rejects with `StoreUnreachable` for a database fault, with `StoreBusy` when no
   * connection became free, with `Abandoned` on abort, and otherwise with an error without any values.
   * @param coming caller and abort signal. On abort nothing more is sent, and running work is cancelled where the pool
   * can
   */
  work<T>(task: (line: PoolConnection) => Promise<T>, coming?: Coming): Promise<T>;
  /** Present connections. */
  load(): ConnectionLoad;
  close(): Promise<void>;
}

export interface PoolOptions {
  /** `postgres://user:password@host:port/database?sslmode=…`, possibly with several hosts. */
  readonly url: string;
  readonly most: number;
  /** Timeouts for a connection, and for the response to one statement. */
  readonly connectMs: number;
  readonly statementMs: number;
  /** Limits of the wait list while all connections are busy; otherwise unlimited, each for `connectMs`. */
  readonly line?: Omit<GateOptions, 'most'>;
  /** Read only: a standby is accepted. */
  readonly mayFollow?: boolean;
  /** Cancels the running statement of a backend process. */
  readonly cancel?: (running: ServerProcess) => Promise<void>;
}

/** A backend process of one database server. */
export interface ServerProcess {
  readonly id: number;
  /** With microseconds, as PostgreSQL writes it; null where unknown: such a process is never cancelled. */
  readonly startedAt: string | null;
}

const APPLICATION = 'take-a-number';
/**
 * A server that hangs in a transaction loses its location's lock after this time, before others time out waiting for
 * it; at most this share of the statement timeout.
 */
const IDLE_IN_TRANSACTION_MS = 6_000;
const IDLE_SHARE = 0.75;
/** PostgreSQL cancels a statement at its timeout. Without any response, the client gives up this much later. */
const MARGIN_MS = 1_000;

/**
 * Planner settings: every query of a large table has an index. A plan made while the table was empty must not scan it
 * when it is full, so rows are looked up by index, in one process. Starting parallel workers costs more than such
 * queries. TCP keepalive of the system detects a connection to a dead server.
 */
export const PLANS = [
  ...['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_material'].map(
    (way) => `${way} = off`,
  ),
  'max_parallel_workers_per_gather = 0',
];
/** Plans are generic and made once per statement. Otherwise each of the first five executions is planned. */
const GENERIC = 'plan_cache_mode = force_generic_plan';
const SETTINGS = [
  ...PLANS,
  GENERIC,
  'jit = off',
  "timezone = 'UTC'",
  'tcp_keepalives_idle = 5',
  'idle_session_timeout = 0',
]
  .map((setting) => `SET ${setting};`)
  .join(' ');

/** Set after connecting, not as startup parameters: a pooler rejects those, or drops the limits silently. */
function limitsOf(statementMs: number): string {
  const idleMs = Math.min(IDLE_IN_TRANSACTION_MS, statementMs * IDLE_SHARE);
  return [
    `statement_timeout = ${statementMs}`,
    `lock_timeout = ${statementMs}`,
    `idle_in_transaction_session_timeout = ${Math.round(idleMs)}`,
  ]
    .map((setting) => `SET ${setting};`)
    .join(' ');
}

const INT8 = 20;
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): (value: never) => unknown {
    // Instants and counts, all below 2^53.
    return oid === INT8 ? Number : pg.types.getTypeParser(oid, format);
  },
};

/** Queried, because behind a pooler the driver has another process id. */
const BACKEND = `SELECT pg_backend_pid() AS id, current_setting('transaction_read_only') AS "readOnly",
  (SELECT backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()) AS "startedAt"`;
const processes = new WeakMap<pg.ClientBase, ServerProcess>();

/** Throws when connected to a standby. */
async function prepare(client: pg.ClientBase, settings: string, mayFollow: boolean): Promise<void> {
  await client.query(settings);
  const { rows } = await client.query<ServerProcess & { readonly readOnly: string }>(BACKEND);
  const [own] = rows;
  if (own?.readOnly === 'on' && !mayFollow) {
    throw new StoreUnreachable('The database is read-only: it is a standby, or was set to read-only.');
  }
  if (own !== undefined) processes.set(client, own);
}

function openPlace(
  connectionString: string,
  { connectMs, statementMs, most, mayFollow = false }: PoolOptions,
): pg.Pool {
  const place = new pg.Pool({
    connectionString,
    max: most,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs + MARGIN_MS,
    keepAlive: true,
    application_name: APPLICATION,
    pipeline: true,
    types: types as pg.CustomTypesConfig,
    onConnect: (client: pg.ClientBase) => prepare(client, `${SETTINGS} ${limitsOf(statementMs)}`, mayFollow),
  } as pg.PoolConfig);
  // The pool discards an idle connection that breaks; the next user gets another one.
  place.on('error', () => undefined);
  return place;
}

/** An address can name several hosts, one of which is the primary. The primary can change at any time. */
export function openPool(options: PoolOptions): Pool {
  const places = databaseHosts(options.url).map((url) => openPlace(url, options));
  const { most, connectMs, cancel, line = { mostWaiting: Number.POSITIVE_INFINITY, waitMs: connectMs } } = options;
  const gate = createGate({ most, ...line });
  /** The host of the last successful connection. */
  let current = 0;

  async function connect(): Promise<pg.PoolClient> {
    const first = current;
    let fault: unknown = null;
    for (let tries = 0; tries < places.length; tries += 1) {
      const at = (first + tries) % places.length;
      try {
        const client = await places[at]?.connect();
        if (client === undefined) continue;
        current = at;
        // Errors reach the statements that wait for a response.
        client.on('error', ignore);
        return client;
      } catch (error) {
        fault ??= error;
      }
    }
    throw asUnreachable(fault);
  }

  /** Retries on another connection when plans are outdated; each outdated connection is discarded. */
  async function withFreshPlans<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 0; tries < most; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (!isPlanOutdated(error)) throw error;
      }
    }
    return work();
  }

  async function workInside<T>(
    task: (line: PoolConnection) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const client = await connect();
    // After any fault: pipelined statements were not prepared, although the driver can assume so.
    let broken = true;
    let cancelled: Promise<unknown> | undefined;
    const giveUp = (): void => {
      const running = processes.get(client);
      cancelled = running === undefined ? undefined : cancel?.(running).catch(ignore);
    };
    signal?.addEventListener('abort', giveUp);
    try {
      const result = await task(signal === undefined ? lineOver(client) : untilAborted(lineOver(client), signal));
      broken = signal?.aborted === true;
      return result;
    } catch (error) {
      if (signal?.aborted === true) throw new Abandoned();
      if (isPlanOutdated(error)) throw error;
      throw isMachineFault(error) ? asUnreachable(error) : withoutValue(error);
    } finally {
      signal?.removeEventListener('abort', giveUp);
      // Until then the cancel request can hit the process, so no other user may get the connection.
      await cancelled;
      client.removeListener('error', ignore);
      client.release(broken);
    }
  }

  return {
    async work(task, coming = {}) {
      return inTurn(gate, coming, () => withFreshPlans(() => workInside(task, coming.signal)));
    },
    load() {
      const { inside, waiting } = gate.load();
      return { most, busy: inside, waiting, idle: places.reduce((sum, place) => sum + place.idleCount, 0) };
    },
    close: async () => void (await Promise.all(places.map((place) => place.end()))),
  };
}

function ignore(): void {}

/** The same connection, which sends nothing after an abort. */
function untilAborted(line: PoolConnection, signal: AbortSignal): PoolConnection {
  return {
    ...line,
    async ask(statement, values) {
      if (signal.aborted) throw new Abandoned();
      return line.ask(statement, values);
    },
  };
}

/** The driver's socket, which its types do not declare. */
interface Driven {
  readonly connection?: { readonly stream?: Pick<Writable, 'cork' | 'uncork'> };
}

/**
 * Buffers statements until the end of the turn, so that a batch is sent by one system call and wakes the database
 * process once. Without it the driver writes each statement separately.
 */
function together(client: pg.PoolClient): () => void {
  const { connection: { stream } = {} } = client as Driven;
  let isHeld = false;
  return () => {
    if (isHeld || stream === undefined) return;
    isHeld = true;
    stream.cork();
    process.nextTick(() => {
      isHeld = false;
      stream.uncork();
    });
  };
}

function lineOver(client: pg.PoolClient): PoolConnection {
  const hold = together(client);
  const query = (statement: Statement, values: readonly Value[]) => {
    hold();
    return client.query({ name: statement.name, text: statement.text, values: values.map(storable) });
  };
  return {
    ask: async (statement, values) => (await query(statement, values)).rows as never,
    tell: async (statement, values) => (await query(statement, values)).rowCount ?? 0,
    async exec(text) {
      hold();
      const { command } = await client.query(text);
      // PostgreSQL reports a failed transaction at COMMIT only by this command tag.
      if (text === 'COMMIT' && command === 'ROLLBACK') throw new StoreUnreachable('The transaction was rolled back.');
    },
  };
}
