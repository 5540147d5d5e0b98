/** Connections to the database, with a deadline on every wait. Whatever breaks one gives it up; the next one is new. */
import type { Writable } from 'node:stream';
import pg from 'pg';
import type { ConnectionLoad } from '../../store/contract/store.ts';
import { type Coming, createGate, type GateOptions, inTurn } from '../concurrency-limiter.ts';
import { Abandoned, StoreUnreachable } from '../store-errors.ts';
import { databaseHosts } from './database-hosts.ts';
import { asUnreachable, isMachineFault, isPlanOutdated, withoutValue } from './postgres-error.ts';
import { type Statement, storable } from './statement.ts';

type Value = string | number | boolean | null | readonly (string | number | boolean | null)[];

/** One connection, for as long as somebody has it. What is sent is on its way at once, and done in the order of sending. */
export interface PoolConnection {
  ask<Row>(statement: Statement, values: readonly Value[]): Promise<readonly Row[]>;
  /** Gives how many rows it changed. */
  tell(statement: Statement, values: readonly Value[]): Promise<number>;
  /** `BEGIN`, `COMMIT` and whatever else is never prepared. */
  exec(text: string): Promise<void>;
}

export interface Pool {
  /**
   * Gives the work a connection. Rejects with `StoreUnreachable` when the database is at fault, with `StoreBusy` when there was no
   * connection to be had for all that is wanted of it, with `Abandoned` when it is given up, and with a mistake that tells nothing
   * of any value else.
   *
   * @param coming who wants it. When it is given up nothing more is asked, and what is being done is cancelled where the pool knows how
   */
  work<T>(task: (line: PoolConnection) => Promise<T>, coming?: Coming): Promise<T>;
  /** Its connections just now. */
  load(): ConnectionLoad;
  close(): Promise<void>;
}

export interface PoolOptions {
  /** `postgres://user:password@host:port/database?sslmode=…`, perhaps with several machines. */
  readonly url: string;
  readonly most: number;
  /** How long to wait for a connection, and for an answer to one statement. */
  readonly connectMs: number;
  readonly statementMs: number;
  /** What waits while all connections have work; else as many as come, each for `connectMs`. */
  readonly line?: Omit<GateOptions, 'most'>;
  /** It is only read there: a machine that follows another one will do. */
  readonly mayFollow?: boolean;
  /** Ends what a process of the database does. */
  readonly cancel?: (running: ServerProcess) => Promise<void>;
}

/** One process of one machine. */
export interface ServerProcess {
  readonly id: number;
  /** To the microsecond, as PostgreSQL writes it; null where the database does not say: it is never cancelled then. */
  readonly startedAt: string | null;
}

const APPLICATION = 'take-a-number';
/**
 * A server that hangs in the middle of its work gives up its location after this time, and before those who wait for it give up:
 * after so much of the time that a statement has.
 */
const IDLE_IN_TRANSACTION_MS = 6_000;
const IDLE_SHARE = 0.75;
/** The server ends a statement; should it not answer at all, we do, after this much more. */
const MARGIN_MS = 1_000;

/**
 * Every table that matters has an index for each question, and a plan that was made while a table was empty must not read
 * all of it, or of a location, when it is full: so rows are looked up one by one, and by one process. A list of ten of five
 * million would be read by three: to start two costs more than a hundred such lists. A connection to a machine that is gone
 * is found out by the system.
 */
export const PLANS = [
  ...['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_material'].map(
    (way) => `${way} = off`,
  ),
  'max_parallel_workers_per_gather = 0',
];
/** Made once for each statement: none gains from a look at its values, and the first five would be planned each. */
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

/** Set after connecting, not at the start of the session: a pooler refuses such a start, or drops the limits without a word. */
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
    // Instants and counts: all below 2^53.
    return oid === INT8 ? Number : pg.types.getTypeParser(oid, format);
  },
};

/** Asked, not taken from the driver: a pooler tells it another one. */
const BACKEND = `SELECT pg_backend_pid() AS id, current_setting('transaction_read_only') AS "readOnly",
  (SELECT backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()) AS "startedAt"`;
const processes = new WeakMap<pg.ClientBase, ServerProcess>();

/** Thrown at the connecting to a machine that follows another one. */
async function prepare(client: pg.ClientBase, settings: string, mayFollow: boolean): Promise<void> {
  await client.query(settings);
  const { rows } = await client.query<ServerProcess & { readonly readOnly: string }>(BACKEND);
  const [own] = rows;
  if (own?.readOnly === 'on' && !mayFollow) {
    throw new StoreUnreachable('The database can only be read there: it is a standby, or was made read-only.');
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
  // A connection that nobody has is given up by the pool; whoever wants one next gets another.
  place.on('error', () => undefined);
  return place;
}

/** An address may name several machines of which one is the primary; who that is may change at any time. */
export function openPool(options: PoolOptions): Pool {
  const places = databaseHosts(options.url).map((url) => openPlace(url, options));
  const { most, connectMs, cancel, line = { mostWaiting: Number.POSITIVE_INFINITY, waitMs: connectMs } } = options;
  const gate = createGate({ most, ...line });
  /** Where the last connection was to be had. */
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
        // Told to whoever waits for an answer on it.
        client.on('error', ignore);
        return client;
      } catch (error) {
        fault ??= error;
      }
    }
    throw asUnreachable(fault);
  }

  /** Each connection whose plans are outdated is given up: the last of them is when all have been. */
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
    // Whatever went wrong: statements that were to be prepared behind it are not, and the driver may think they are.
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
      // Until then the process may be ended in the middle of something: nobody else may have it.
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

/** The same connection, on which nothing is asked any more when nobody waits for it. */
function untilAborted(line: PoolConnection, signal: AbortSignal): PoolConnection {
  return {
    ...line,
    async ask(statement, values) {
      if (signal.aborted) throw new Abandoned();
      return line.ask(statement, values);
    },
  };
}

/** What the driver writes to, which its types do not tell of. */
interface Driven {
  readonly connection?: { readonly stream?: Pick<Writable, 'cork' | 'uncork'> };
}

/**
 * Holds back what is sent until nothing more can follow in the same turn, so that the statements of a batch go out by one call into
 * the system, and wake the process of the database once. Without it the driver writes each by itself.
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
      // What an earlier statement has broken cannot be committed, and PostgreSQL says so by this word alone.
      if (text === 'COMMIT' && command === 'ROLLBACK') throw new StoreUnreachable('The transaction was undone.');
    },
  };
}
