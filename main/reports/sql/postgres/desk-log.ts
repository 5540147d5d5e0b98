import type { PoolConnection } from '../../../database/postgres/pool.ts';
import { statement } from '../../../database/postgres/statement.ts';
import type { DeskLog, ReportSpan } from '../../operations/report-queries.ts';

const RESULTS = statement(
  'results-of-period',
  `SELECT result.service_id AS "serviceId", result.desk_id AS "deskId", coalesce(answer.user_id, '') AS "userId",
    result.code, count(*) AS calls, sum(result.count)::bigint AS count
  FROM call_result AS result
  LEFT JOIN answer ON answer.location_id = result.location_id AND answer.id = result.answer_id
  WHERE result.location_id = $1 AND result.called_at >= $2 AND result.called_at < $3
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
);
const BREAKS = statement(
  'breaks-of-period',
  `SELECT desk_id AS "deskId", user_id AS "userId", reason, count(*) AS breaks, sum(greatest(0, ended_at - began_at))::bigint AS ms
  FROM desk_time WHERE location_id = $1 AND began_at >= $2 AND began_at < $3 AND kind = 'break'
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
);
const RETURNS = statement(
  'returns-of-day',
  `SELECT desk_id AS "deskId", max(ended_at) AS at FROM desk_time
  WHERE location_id = $1 AND began_at >= $2 GROUP BY 1`,
);

export async function deskLog(line: PoolConnection, { locationId, from, until }: ReportSpan): Promise<DeskLog> {
  const span = [locationId, from, until];
  const results = await line.ask<DeskLog['results'][number]>(RESULTS, span);
  return { results, breaks: await line.ask<DeskLog['breaks'][number]>(BREAKS, span) };
}

/** When each desk was last back at work since an instant. */
export async function returnsOf(
  line: PoolConnection,
  { locationId, from }: Pick<ReportSpan, 'locationId' | 'from'>,
): Promise<Record<string, number>> {
  const rows = await line.ask<{ deskId: string; at: number }>(RETURNS, [locationId, from]);
  return Object.fromEntries(rows.map(({ deskId, at }) => [deskId, at]));
}
