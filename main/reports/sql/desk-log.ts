import type { Effects } from '../../database/effect.ts';
import { sql } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import type { DeskLog, ReportSpan } from '../operations/report-queries.ts';

const RESULTS = sql(
  'results-of-period',
  `SELECT result.service_id AS "serviceId", result.desk_id AS "deskId", coalesce(answer.user_id, '') AS "userId",
    result.code, count(*) AS calls, CAST(sum(result.count) AS bigint) AS count
  FROM call_result AS result
  LEFT JOIN answer ON answer.location_id = result.location_id AND answer.id = result.answer_id
  WHERE result.location_id = $1 AND result.called_at >= $2 AND result.called_at < $3
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
);
const BREAKS = sql(
  'breaks-of-period',
  ({ greater }) => `SELECT desk_id AS "deskId", user_id AS "userId", reason, count(*) AS breaks,
    CAST(sum(${greater('0', 'ended_at - began_at')}) AS bigint) AS ms
  FROM desk_time WHERE location_id = $1 AND began_at >= $2 AND began_at < $3 AND kind = 'break'
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
);
const RETURNS = sql(
  'returns-of-day',
  `SELECT desk_id AS "deskId", max(ended_at) AS at FROM desk_time
  WHERE location_id = $1 AND began_at >= $2 GROUP BY 1`,
);

export function* deskLog(db: SqlRunner, { locationId, from, until }: ReportSpan): Effects<DeskLog> {
  const results = yield* db.all<DeskLog['results'][number]>(RESULTS, locationId, from, until);
  return { results, breaks: yield* db.all<DeskLog['breaks'][number]>(BREAKS, locationId, from, until) };
}

/** When each desk was last back at work since an instant. */
export function* returnsOf(
  db: SqlRunner,
  { locationId, from }: Pick<ReportSpan, 'locationId' | 'from'>,
): Effects<Record<string, number>> {
  const rows = yield* db.all<{ deskId: string; at: number }>(RETURNS, locationId, from);
  return Object.fromEntries(rows.map(({ deskId, at }) => [deskId, at]));
}
