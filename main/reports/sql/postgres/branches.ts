import type { PoolConnection } from '../../../database/postgres/pool.ts';
import { statement } from '../../../database/postgres/statement.ts';
import type { BranchesInput } from '../../operations/report-queries.ts';
import type { BranchNow } from '../../rules/branches.ts';
import { type BranchServiceRow, branchesOf, type ServingRow } from '../branch-rows.ts';

/** The counters, and one look into the index of those who wait; where nobody waits, none. */
const SERVICES = statement(
  'branches-now',
  `SELECT queue.location_id AS "locationId", queue.waiting, queue.average_wait_seconds AS "averageWaitSeconds",
    CASE WHEN queue.waiting > 0 THEN (SELECT min(waiting_since) FROM ticket WHERE ticket.location_id = queue.location_id
      AND state = 1 AND dst_service_id = queue.service_id AND ticket.generation = queue.generation
      AND waiting_since <= $2) END AS since
  FROM service_queue AS queue WHERE queue.location_id = ANY ($1)`,
);
const SERVING = statement(
  'branches-serving',
  `SELECT location_id AS "locationId", count(*) AS serving FROM answer
  WHERE location_id = ANY ($1) AND state = 2 GROUP BY location_id`,
);

export async function branchesNow(
  line: PoolConnection,
  { locations, now }: BranchesInput,
): Promise<readonly BranchNow[]> {
  const services = await line.ask<BranchServiceRow>(SERVICES, [locations, now]);
  return branchesOf(services, await line.ask<ServingRow>(SERVING, [locations]), now);
}
