import type { Db } from '../../../database/sqlite/db.ts';
import type { DeskLog, ReportSpan } from '../../operations/report-queries.ts';

const RESULTS = `SELECT result.service_id AS serviceId, result.desk_id AS deskId, coalesce(answer.user_id, '') AS userId, code,
    count(*) AS calls, sum(result.count) AS count
  FROM call_result AS result LEFT JOIN answer ON answer.id = result.answer_id
  WHERE result.location_id = ? AND result.called_at >= ? AND result.called_at < ? GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`;
const BREAKS = `SELECT desk_id AS deskId, user_id AS userId, reason, count(*) AS breaks, sum(max(0, ended_at - began_at)) AS ms
  FROM desk_time WHERE location_id = ? AND began_at >= ? AND began_at < ? AND kind = 'break'
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
const RETURNS = `SELECT desk_id AS deskId, max(ended_at) AS at FROM desk_time
  WHERE location_id = ? AND began_at >= ? GROUP BY 1`;

export function deskLog(db: Db, { locationId, from, until }: ReportSpan): DeskLog {
  return {
    results: db.all<DeskLog['results'][number]>(RESULTS, locationId, from, until),
    breaks: db.all<DeskLog['breaks'][number]>(BREAKS, locationId, from, until),
  };
}

/** When each desk was last back at work since an instant. */
export function returnsOf(
  db: Db,
  { locationId, from }: Pick<ReportSpan, 'locationId' | 'from'>,
): Record<string, number> {
  const rows = db.all<{ deskId: string; at: number }>(RETURNS, locationId, from);
  return Object.fromEntries(rows.map(({ deskId, at }) => [deskId, at]));
}
