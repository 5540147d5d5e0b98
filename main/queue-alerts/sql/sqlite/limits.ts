import { atOnce, DONE } from '../../../database/effect.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import type { LimitAlarm } from '../../contract/limits.ts';
import type { LimitRows } from '../../operations/alert-rows.ts';

const ALL = `SELECT location_id AS locationId, number, service_id AS serviceId, kind, bound, worst, since_at AS since,
  ended_at AS endedAt, seen_at AS seenAt, seen_by AS seenBy FROM limit_alarm`;
const OPEN = `${ALL} WHERE ended_at IS NULL`;
const OPEN_AT = `${ALL} WHERE location_id = ? AND ended_at IS NULL ORDER BY number`;
const BETWEEN = `${ALL} WHERE location_id = ? AND since_at < ? AND (ended_at IS NULL OR ended_at >= ?)
  ORDER BY since_at DESC, number DESC LIMIT ?`;
const ONE = `${ALL} WHERE location_id = ? AND number = ?`;
const LAST = 'SELECT max(number) AS last FROM limit_alarm WHERE location_id = ?';
const PUT = `INSERT OR REPLACE INTO limit_alarm
  (location_id, number, service_id, kind, bound, worst, since_at, ended_at, seen_at, seen_by)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const DROP = 'DELETE FROM limit_alarm WHERE location_id = ? AND since_at < ? AND ended_at IS NOT NULL';

export function limitRows(db: Db): LimitRows {
  return {
    openLimitAlarms: () => atOnce(db.all<LimitAlarm>(OPEN)),
    openLimitAlarmsAt: (locationId) => atOnce(db.all<LimitAlarm>(OPEN_AT, locationId)),
    limitAlarms: (locationId, from, until, limit) =>
      atOnce(db.all<LimitAlarm>(BETWEEN, locationId, until, from, limit)),
    limitAlarm: (locationId, number) => atOnce(db.get<LimitAlarm>(ONE, locationId, number) ?? null),
    lastLimitAlarm: (locationId) => atOnce(db.get<{ last: number | null }>(LAST, locationId)?.last ?? 0),
    putLimitAlarm(alarm) {
      const { locationId, number, serviceId, kind, bound, worst, since, endedAt, seenAt, seenBy } = alarm;
      db.run(PUT, locationId, number, serviceId, kind, bound, worst, since, endedAt, seenAt, seenBy);
      return DONE;
    },
    dropLimitAlarms(locationId, before) {
      db.run(DROP, locationId, before);
      return DONE;
    },
  };
}
