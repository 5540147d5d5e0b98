/** SQL for the log of desk use. */
import { insertInto, sql, upsertInto } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import type { CallResult } from '../contract/records.ts';
import type { CallsOfClerk, DeskLogRows } from '../operations/rows/desk-log.ts';

const OF_CALL = 'WHERE location_id = $1 AND called_at = $2 AND answer_id = $3';
const DROP_OF_CALL = sql('drop-results-of-call', `DELETE FROM call_result ${OF_CALL}`);
const RESULTS = sql('results-of-call', `SELECT code, count FROM call_result ${OF_CALL} ORDER BY code`);
const OF_CLERK = sql(
  'calls-of-clerk',
  `SELECT state, CAST(count(*) AS bigint) AS calls, CAST(sum(ended_at - called_at) AS bigint) AS "tookMs" FROM answer
  WHERE location_id = $1 AND called_at >= $2 AND user_id = $3 AND ended_at IS NOT NULL GROUP BY state`,
);
const PUT = sql(
  'put-result',
  insertInto('call_result', ['location_id', 'called_at', 'answer_id', 'code', 'count', 'service_id', 'desk_id']),
);
/** Upsert: a desk can be left twice within a millisecond; only the later absence counts. */
const PUT_TIME = sql(
  'put-desk-time',
  upsertInto('desk_time', ['location_id', 'began_at', 'desk_id'], ['user_id', 'kind', 'reason', 'ended_at']),
);
const DROP_RESULTS = sql(
  'drop-results',
  `DELETE FROM call_result WHERE location_id = $1 AND (called_at, answer_id, code) IN
  (SELECT called_at, answer_id, code FROM call_result WHERE location_id = $1 AND called_at < $2 LIMIT $3)`,
);
const DROP_TIMES = sql('drop-desk-times', 'DELETE FROM desk_time WHERE location_id = $1 AND began_at < $2');

export function deskLogRows(db: SqlRunner): DeskLogRows {
  return {
    *putResults({ locationId, calledAt, id, serviceId, deskId }, results) {
      yield* db.run(DROP_OF_CALL, locationId, calledAt, id);
      for (const { code, count } of results) {
        yield* db.send(PUT, locationId, calledAt, id, code, count, serviceId, deskId);
      }
    },
    resultsOf: ({ locationId, calledAt, id }) => db.all<CallResult>(RESULTS, locationId, calledAt, id),
    callsOfClerk: (locationId, userId, since) => db.all<CallsOfClerk>(OF_CLERK, locationId, since, userId),
    putDeskTime: (locationId, deskId, { kind, reason, userId, since }, until) =>
      db.run(PUT_TIME, locationId, since, deskId, userId, kind, reason, until),
    *dropDeskLog(locationId, before, limit) {
      yield* db.run(DROP_TIMES, locationId, before);
      return yield* db.change(DROP_RESULTS, locationId, before, limit);
    },
  };
}
