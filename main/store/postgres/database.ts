/**
 * PostgreSQL database of the store: checks, schema, connections.
 */

import { unsuitableTarget } from '../../database/postgres/database-hosts.ts';
import { openPool, type Pool, type PoolConnection, type ServerProcess } from '../../database/postgres/pool.ts';
import { once } from '../../database/postgres/statement.ts';
import type { Log } from '../../lib/context.ts';
import { REPORT_LINE, type ReportLines, reportLines } from '../../reports/sql/report-queues.ts';
import { isUpToDate, migrate, PostgresDatabaseRefused } from './migrate.ts';
import type { Schema } from './migrations.ts';
import type { OnlineOptions } from './online-migration.ts';

/** A third for batches of several locations, a third for single locations, a third for queries. */
const CONNECTIONS = 12;
export const REPORT_STATEMENT_MS = 60_000;
/** Timeout of a whole report for a request, over all its statements. */
export const REPORT_MS = REPORT_LINE.waitMs + REPORT_STATEMENT_MS;
/** Timeout of a migration over years of tickets, for which other servers wait. */
const MIGRATION_MS = 3_600_000;
const CANCEL = once(
  'cancel',
  'SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2::timestamptz',
);

export interface Database {
  readonly pool: Pool;
  /** Separate connections: long reports must not block the queue. */
  readonly reports: ReportLines<Pool>;
  /** Maximum concurrent operations of each kind: batches of many locations, and single ones. */
  readonly eachAtOnce: number;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly connections?: number | undefined;
  readonly connectMs: number;
  readonly statementMs: number;
  /** How long a report waits in the queue. */
  readonly reportWaitMs?: number | undefined;
  readonly schema: Schema;
  readonly log: Log;
}

/**
 * Rejects with `StoreUnreachable` if it is unavailable. Rejects with `PostgresDatabaseRefused` if a newer version wrote it, its
 * server is too old, or it may be read-only.
 */
export async function openDatabase({
  connections = CONNECTIONS,
  reportWaitMs,
  schema,
  log,
  ...options
}: DatabaseOptions): Promise<Database> {
  const { url, connectMs, statementMs } = options;
  const unsuitable = unsuitableTarget(url);
  if (unsuitable !== null) {
    throw new PostgresDatabaseRefused(`target_session_attrs=${unsuitable} is not supported: use read-write`);
  }
  const pool = openPool({ url, most: connections, connectMs, statementMs });
  const cancel = (running: ServerProcess) => pool.work((line) => cancelOver(line, running));
  const ofReports = { url, connectMs, statementMs: REPORT_STATEMENT_MS, cancel };
  const { ofDay, others } = reportLines(reportWaitMs);
  const reports = {
    ofDay: openPool({ ...ofReports, most: ofDay.most, line: ofDay }),
    others: openPool({ ...ofReports, most: others.most, line: others }),
  };
  const close = async (): Promise<void> => {
    // They may still cancel statements.
    await Promise.all([reports.ofDay.close(), reports.others.close()]);
    await pool.close();
  };
  try {
    if (connections > 1) await mustKeepSessions(pool);
    // On a pooled connection, because most starts find nothing to migrate.
    if (!(await pool.work((line) => isUpToDate(line, schema)))) await bringUpToDate(options, schema, log);
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, reports, eachAtOnce: Math.max(1, Math.floor(connections / 3)), close };
}

const SESSION = once(
  'kept-session',
  `SELECT pg_backend_pid() AS id, '0' NOT IN (current_setting('statement_timeout'), current_setting('lock_timeout'),
    current_setting('idle_in_transaction_session_timeout')) AS limited`,
);

interface KeptSession {
  readonly id: number;
  readonly limited: boolean;
}

/**
 * Rejects with `PostgresDatabaseRefused` behind a pooler that shares server processes between connections, or drops session
 * settings. Prepared statements and locks would mix, and a lock of a hanging server would never be released.
 */
async function mustKeepSessions(pool: Pool): Promise<void> {
  const ask = async (line: PoolConnection): Promise<KeptSession | undefined> =>
    (await line.ask<KeptSession>(SESSION, []))[0];
  await pool.work(async (one) => {
    const before = await ask(one);
    await pool.work(async (other) => {
      // An idle process may be given to this connection, which keeps it during its transaction.
      await other.exec('BEGIN');
      const others = await ask(other);
      const after = await ask(one);
      await other.exec('ROLLBACK');
      if (others?.id !== before?.id && after?.id === before?.id && after?.limited === true) return;
      throw new PostgresDatabaseRefused(
        'its connection pooler does not keep sessions: set pool_mode = session in PgBouncer, or connect to PostgreSQL directly',
      );
    });
  });
}

/** After a failover to another machine the same id can belong to another process: then nothing is cancelled. */
export async function cancelOver(line: PoolConnection, { id, startedAt }: ServerProcess): Promise<void> {
  await line.ask(CANCEL, [id, startedAt]);
}

async function bringUpToDate(
  { url, connectMs }: Pick<DatabaseOptions, 'url' | 'connectMs'>,
  schema: Schema,
  log: Log,
): Promise<void> {
  const onStep: OnlineOptions['onStep'] = ({ number, name, steps }, step) =>
    log.info('store.migration-step-started', { schema: number, name, step: step + 1, steps: steps.length });
  const patient = openPool({ url, most: 1, connectMs, statementMs: MIGRATION_MS });
  try {
    await patient.work((line) => migrate(line, schema, { onStep }));
  } finally {
    await patient.close();
  }
}
