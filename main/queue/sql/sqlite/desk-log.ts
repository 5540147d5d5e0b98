import { atOnce, DONE } from '../../../database/effect.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import type { CallResult } from '../../contract/records.ts';
import type { DeskLogRows } from '../../operations/rows/desk-log.ts';

const OF_CALL = 'WHERE location_id = ? AND called_at = ? AND answer_id = ?';
const DROP_OF_CALL = `DELETE FROM call_result ${OF_CALL}`;
const RESULTS = `SELECT code, count FROM call_result ${OF_CALL} ORDER BY code`;
const PUT = `INSERT INTO call_result (location_id, called_at, answer_id, code, count, service_id, desk_id)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
/** A desk that is left twice in one millisecond was never away. */
const PUT_TIME = `INSERT OR REPLACE INTO desk_time (location_id, began_at, desk_id, user_id, kind, reason, ended_at)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const DROP_RESULTS = `DELETE FROM call_result WHERE (location_id, called_at, answer_id, code) IN
  (SELECT location_id, called_at, answer_id, code FROM call_result WHERE location_id = ? AND called_at < ? LIMIT ?)`;
const DROP_TIMES = 'DELETE FROM desk_time WHERE location_id = ? AND began_at < ?';

export function deskLogRows(db: Db): DeskLogRows {
  return {
    putResults({ locationId, calledAt, id, serviceId, deskId }, results) {
      db.run(DROP_OF_CALL, locationId, calledAt, id);
      for (const { code, count } of results) db.run(PUT, locationId, calledAt, id, code, count, serviceId, deskId);
      return DONE;
    },
    resultsOf: ({ locationId, calledAt, id }) => atOnce(db.all<CallResult>(RESULTS, locationId, calledAt, id)),
    putDeskTime(locationId, deskId, { kind, reason, userId, since }, until) {
      db.run(PUT_TIME, locationId, since, deskId, userId, kind, reason, until);
      return DONE;
    },
    dropDeskLog(locationId, before, limit) {
      db.run(DROP_TIMES, locationId, before);
      return atOnce(db.run(DROP_RESULTS, locationId, before, limit));
    },
  };
}
