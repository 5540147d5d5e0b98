import type { Db } from '../../../database/sqlite/db.ts';
import type { BranchesInput } from '../../operations/report-queries.ts';
import type { BranchNow } from '../../rules/branches.ts';
import { type BranchServiceRow, branchesOf, type ServingRow } from '../branch-rows.ts';

const HERE = 'location_id IN (SELECT value FROM json_each(?))';
/** The counters, and one look into the index of those who wait; where nobody waits, none. */
const SERVICES = `SELECT location_id AS locationId, waiting, average_wait_seconds AS averageWaitSeconds,
    CASE WHEN waiting > 0 THEN (SELECT min(waiting_since) FROM ticket WHERE state = 1
      AND dst_service_id = queue.service_id AND generation = queue.generation AND waiting_since <= ?) END AS since
  FROM service_queue AS queue WHERE ${HERE}`;
/** All calls that are open, wherever: there are no more than desks. */
const SERVING = `SELECT location_id AS locationId, count(*) AS serving FROM answer INDEXED BY answer_open_desk
  WHERE state = 2 AND ${HERE} GROUP BY location_id`;

export function branchesNow(db: Db, { locations, now }: BranchesInput): readonly BranchNow[] {
  const ids = JSON.stringify(locations);
  return branchesOf(db.all<BranchServiceRow>(SERVICES, now, ids), db.all<ServingRow>(SERVING, ids), now);
}
