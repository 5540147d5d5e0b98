import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { asJson, statement } from '../../../database/postgres/statement.ts';
import type { CallResult } from '../../contract/records.ts';
import type { DeskLogRows } from '../../operations/rows/desk-log.ts';

const OF_CALL = 'WHERE location_id = $1 AND called_at = $2 AND answer_id = $3';
const DROP_OF_CALL = statement('drop-results-of-call', `DELETE FROM call_result ${OF_CALL}`);
const RESULTS = statement('results-of-call', `SELECT code, count FROM call_result ${OF_CALL} ORDER BY code`);
const PUT = statement(
  'put-results',
  `INSERT INTO call_result (location_id, called_at, answer_id, code, count, service_id, desk_id)
  SELECT $1, $2, $3, code, count, $4, $5 FROM json_to_recordset($6::json) AS r (code text, count integer)`,
);
/** A desk that is left twice in one millisecond was never away. */
const PUT_TIME = statement(
  'put-desk-time',
  `INSERT INTO desk_time (location_id, began_at, desk_id, user_id, kind, reason, ended_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (location_id, began_at, desk_id) DO UPDATE SET
  user_id = excluded.user_id, kind = excluded.kind, reason = excluded.reason, ended_at = excluded.ended_at`,
);
const DROP_RESULTS = statement(
  'drop-results',
  `WITH old AS (SELECT called_at, answer_id, code FROM call_result WHERE location_id = $1 AND called_at < $2 LIMIT $3),
  gone AS (DELETE FROM call_result USING old WHERE call_result.location_id = $1 AND call_result.called_at = old.called_at
    AND call_result.answer_id = old.answer_id AND call_result.code = old.code RETURNING 1)
  SELECT count(*) AS count FROM gone`,
);
const DROP_TIMES = statement('drop-desk-times', 'DELETE FROM desk_time WHERE location_id = $1 AND began_at < $2');

export function deskLogRows(session: DatabaseSession): DeskLogRows {
  return {
    *putResults({ locationId, calledAt, id, serviceId, deskId }, results) {
      yield* session.change(DROP_OF_CALL, [locationId, calledAt, id]);
      if (results.length === 0) return;
      yield* session.change(PUT, [locationId, calledAt, id, serviceId, deskId, asJson(results)]);
    },
    *resultsOf({ locationId, calledAt, id }) {
      return yield* session.ask<CallResult>(RESULTS, [locationId, calledAt, id]);
    },
    *putDeskTime(locationId, deskId, { kind, reason, userId, since }, until) {
      yield* session.change(PUT_TIME, [locationId, since, deskId, userId, kind, reason, until]);
    },
    *dropDeskLog(locationId, before, limit) {
      yield* session.change(DROP_TIMES, [locationId, before]);
      return (yield* session.ask<{ count: number }>(DROP_RESULTS, [locationId, before, limit]))[0]?.count ?? 0;
    },
  };
}
