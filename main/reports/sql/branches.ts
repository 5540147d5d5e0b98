/** SQL for the overview of locations. */
import type { Effects } from '../../database/effect.ts';
import { sql } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import { largest } from '../../lib/lists.ts';
import type { BranchesInput } from '../operations/report-queries.ts';
import type { BranchNow } from '../rules/branches.ts';

/** Counters, plus an index look-up of the longest wait for queues that are not empty. */
const SERVICES = sql(
  'branches-now',
  ({ isIn, inPostgres }) => `SELECT queue.location_id AS "locationId", queue.waiting,
    queue.average_wait_seconds AS "averageWaitSeconds",
    CASE WHEN queue.waiting > 0 THEN (SELECT min(waiting_since) FROM ticket
      WHERE ${inPostgres('ticket.location_id = queue.location_id AND ')}state = 1 AND dst_service_id = queue.service_id
        AND ticket.generation = queue.generation AND waiting_since <= $2) END AS since
  FROM service_queue AS queue WHERE ${isIn('queue.location_id', 1)}`,
);
/** In SQLite, over all open calls: at most one per desk. */
const SERVING = sql(
  'branches-serving',
  ({ isIn, indexedBy }) => `SELECT location_id AS "locationId", count(*) AS serving
  FROM answer ${indexedBy('answer_open_desk')} WHERE ${isIn('location_id', 1)} AND state = 2 GROUP BY location_id`,
);

/** A service with a queue at a location. */
interface BranchServiceRow {
  readonly locationId: string;
  readonly waiting: number;
  readonly averageWaitSeconds: number | null;
  /** Start of the longest wait; null without waiting visitors. */
  readonly since: number | null;
}

interface ServingRow {
  readonly locationId: string;
  readonly serving: number;
}

/** Omits locations that never had a queue. */
export function* branchesNow(db: SqlRunner, { locations, now }: BranchesInput): Effects<readonly BranchNow[]> {
  const services = yield* db.all<BranchServiceRow>(SERVICES, locations, now);
  const open = yield* db.all<ServingRow>(SERVING, locations);
  const serving = new Map(open.map((row) => [row.locationId, row.serving]));
  return [...Map.groupBy(services, ({ locationId }) => locationId)].map(([locationId, rows]) => {
    const waits = rows.flatMap(({ averageWaitSeconds }) => (averageWaitSeconds === null ? [] : [averageWaitSeconds]));
    return {
      locationId,
      waiting: rows.reduce((sum, { waiting }) => sum + waiting, 0),
      longestMs: largest([0, ...rows.map(({ since }) => (since === null ? 0 : now - since))]),
      averageWaitSeconds:
        waits.length === 0 ? null : Math.round(waits.reduce((sum, each) => sum + each, 0) / waits.length),
      serving: serving.get(locationId) ?? 0,
    };
  });
}
