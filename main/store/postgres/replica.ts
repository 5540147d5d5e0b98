/**
 * Reports from a read replica.
 *
 * Its lag is measured by this server's heartbeat row, which it replicates. So a replica of another database, where that
 * row never appears, is not used.
 */

import {
  openPool,
  type Pool,
  type PoolConnection,
  type PoolOptions,
  type ServerProcess,
} from '../../database/postgres/pool.ts';
import { faultText } from '../../database/postgres/postgres-error.ts';
import { statement } from '../../database/postgres/statement.ts';
import type { Clock, Log } from '../../lib/context.ts';
import { type ReportLines, reportLines } from '../../reports/sql/report-queues.ts';
import { cancelOver, REPORT_STATEMENT_MS } from './database.ts';

const SEEN = statement(
  'seen-at-replica',
  'SELECT (extract(epoch FROM until) * 1000)::bigint AS until FROM peer WHERE id = $1',
);
const LOOK_EVERY_MS = 1_000;
const STATEMENT_MS = 5_000;
const MAX_LAG_MS = 10_000;

export interface Replica {
  /** Connections for reports now; null: use the primary. */
  lines(): ReportLines<Pool> | null;
  /** Marks it as unusable until the next check. */
  leave(fault: unknown): void;
  /** Lag in milliseconds at the last check; null: it did not answer. */
  readonly lagMs: number | null;
  close(): Promise<void>;
}

export interface ReplicaOptions extends Pick<PoolOptions, 'url' | 'connectMs'> {
  readonly reportWaitMs?: number | undefined;
  /** Maximum lag of a usable replica. */
  readonly maxLagMs?: number | undefined;
  /** This server's id, and how far ahead its heartbeat row expires. */
  readonly serverId: string;
  readonly thereMs: number;
  /** The database's clock. */
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** Checks the replica periodically until closed. */
export function openReplica({
  url,
  connectMs,
  reportWaitMs,
  maxLagMs = MAX_LAG_MS,
  ...options
}: ReplicaOptions): Replica {
  const { serverId, thereMs, clock, log } = options;
  const looks = openPool({ url, most: 2, connectMs, statementMs: STATEMENT_MS, mayFollow: true });
  const cancel = (running: ServerProcess) => looks.work((line) => cancelOver(line, running));
  const ofReports = { url, connectMs, statementMs: REPORT_STATEMENT_MS, cancel, mayFollow: true };
  const { ofDay, others } = reportLines(reportWaitMs);
  const pools = {
    ofDay: openPool({ ...ofReports, most: ofDay.most, line: ofDay }),
    others: openPool({ ...ofReports, most: others.most, line: others }),
  };
  let lagMs: number | null = null;
  let isUsed = false;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;

  function use(isGood: boolean, reason: string): void {
    if (isGood && !isUsed) log.info('replica.in-use');
    if (!isGood && isUsed) log.warn('replica.unavailable', { reason });
    isUsed = isGood;
  }

  async function look(): Promise<void> {
    try {
      const [seen] = await looks.work((line: PoolConnection) => line.ask<{ until: number }>(SEEN, [serverId]));
      lagMs = seen === undefined ? null : Math.max(0, clock.now() - (seen.until - thereMs));
      use(
        lagMs !== null && lagMs <= maxLagMs,
        lagMs === null ? 'it has no data of this server' : `its lag is ${lagMs} ms`,
      );
    } catch (error) {
      lagMs = null;
      use(false, faultText(error));
    }
    if (isOver) return;
    timer = setTimeout(() => {
      looking = look();
    }, LOOK_EVERY_MS);
    timer.unref();
  }

  let looking = look();

  return {
    lines: () => (isUsed ? pools : null),
    leave: (fault) => use(false, faultText(fault)),
    get lagMs() {
      return lagMs;
    },
    async close() {
      isOver = true;
      clearTimeout(timer);
      await looking;
      await Promise.all([pools.ofDay.close(), pools.others.close()]);
      await looks.close();
    },
  };
}
