/** Connections to the database, with a deadline on every wait. Whatever breaks one gives it up; the next one is new. */
import pg from 'pg';
import { StoreUnreachable } from '../store.ts';
import { databaseHosts } from './database-hosts.ts';
import { createGate, type GateOptions } from './gate.ts';
import { asUnreachable, isMachineFault, withoutValue } from './postgres-error.ts';
import { type Statement, storable } from './statement.ts';

type Value = string | number | boolean | null | readonly (string | number | boolean | null)[];

/** One connection, for as long as somebody has it. What is sent is on its way at once, and done in the order of sending. */
export interface Line {
  ask<Row>(statement: Statement, values: readonly Value[]): Promise<readonly Row[]>;
  /** Gives how many rows it changed. */
  tell(statement: Statement, values: readonly Value[]): Promise<number>;
  /** `BEGIN`, `COMMIT` and whatever else is never prepared. */
  exec(text: string): Promise<void>;
}

export interface Pool {
  /**
   * Gives the work a connection. Rejects with `StoreUnreachable` when the database is at fault, with `StoreBusy` when there was no
   * connection to be had for all that is wanted of it, and with a mistake that tells nothing of any value else.
   *
   * @param isDuty nobody has asked for it: it does not wait among what somebody has
   */
  work<T>(task: (line: Line) => Promise<T>, isDuty?: boolean): Promise<T>;
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
const SETTINGS = [...PLANS, GENERIC, 'jit = off', "timezone = 'UTC'", 'tcp_keepalives_idle = 5']
  .map((setting) => `SET ${setting};`)
  .join(' ');

const INT8 = 20;
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): (value: never) => unknown {
    // Instants and counts: all below 2^53.
    return oid === INT8 ? Number : pg.types.getTypeParser(oid, format);
  },
};

/** Thrown at the connecting to a machine that follows another one. */
async function prepare(client: pg.ClientBase): Promise<void> {
  await client.query(SETTINGS);
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on') {
    throw new StoreUnreachable('The database can only be read there: it is a standby, or was made read-only.');
  }
}

function openPlace(connectionString: string, { connectMs, statementMs, most }: PoolOptions): pg.Pool {
  const place = new pg.Pool({
    connectionString,
    max: most,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    lock_timeout: statementMs,
    query_timeout: statementMs + MARGIN_MS,
    idle_in_transaction_session_timeout: Math.min(IDLE_IN_TRANSACTION_MS, statementMs * IDLE_SHARE),
    keepAlive: true,
    application_name: APPLICATION,
    pipeline: true,
    types: types as pg.CustomTypesConfig,
    onConnect: prepare,
  } as pg.PoolConfig);
  // A connection that nobody has is given up by the pool; whoever wants one next gets another.
  place.on('error', () => undefined);
  return place;
}

/** An address may name several machines of which one is the primary; who that is may change at any time. */
export function openPool(options: PoolOptions): Pool {
  const places = databaseHosts(options.url).map((url) => openPlace(url, options));
  const { most, connectMs, line = { mostWaiting: Number.POSITIVE_INFINITY, waitMs: connectMs } } = options;
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

  async function workInside<T>(task: (line: Line) => Promise<T>): Promise<T> {
    const client = await connect();
    // Whatever went wrong: statements that were to be prepared behind it are not, and the driver may think they are.
    let broken = true;
    try {
      const result = await task(lineOver(client));
      broken = false;
      return result;
    } catch (error) {
      throw isMachineFault(error) ? asUnreachable(error) : withoutValue(error);
    } finally {
      client.removeListener('error', ignore);
      client.release(broken);
    }
  }

  return {
    async work(task, isDuty) {
      const entered = gate.enter(isDuty);
      if (entered !== null) await entered;
      try {
        return await workInside(task);
      } finally {
        gate.leave();
      }
    },
    close: async () => void (await Promise.all(places.map((place) => place.end()))),
  };
}

function ignore(): void {}

function lineOver(client: pg.PoolClient): Line {
  const query = (statement: Statement, values: readonly Value[]) =>
    client.query({ name: statement.name, text: statement.text, values: values.map(storable) });
  return {
    ask: async (statement, values) => (await query(statement, values)).rows as never,
    tell: async (statement, values) => (await query(statement, values)).rowCount ?? 0,
    async exec(text) {
      const { command } = await client.query(text);
      // What an earlier statement has broken cannot be committed, and PostgreSQL says so by this word alone.
      if (text === 'COMMIT' && command === 'ROLLBACK') throw new StoreUnreachable('The transaction was undone.');
    },
  };
}
