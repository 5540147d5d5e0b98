/** SQL for queue alerts. */
import { selected } from '../../database/postgres/statement.ts';
import { type ColumnsOf, sql, upsertInto, valuesOf } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import type { LimitAlarm } from '../contract/limits.ts';
import type { LimitRows } from '../operations/alert-rows.ts';

const KEY = { locationId: 'location_id', number: 'number' };
const OTHERS = {
  serviceId: 'service_id',
  kind: 'kind',
  bound: 'bound',
  worst: 'worst',
  since: 'since_at',
  endedAt: 'ended_at',
  seenAt: 'seen_at',
  seenBy: 'seen_by',
};
const COLUMNS: ColumnsOf<LimitAlarm> = { ...KEY, ...OTHERS };

const ALL = `SELECT ${selected(COLUMNS)} FROM limit_alarm`;
const OPEN = sql('every-open-limit-alarm', `${ALL} WHERE ended_at IS NULL`);
const OPEN_AT = sql('open-limit-alarms', `${ALL} WHERE location_id = $1 AND ended_at IS NULL ORDER BY number`);
const BETWEEN = sql(
  'limit-alarms',
  `${ALL} WHERE location_id = $1 AND since_at < $2 AND (ended_at IS NULL OR ended_at >= $3)
  ORDER BY since_at DESC, number DESC LIMIT $4`,
);
const ONE = sql('limit-alarm', `${ALL} WHERE location_id = $1 AND number = $2`);
const LAST = sql('last-limit-alarm', 'SELECT max(number) AS last FROM limit_alarm WHERE location_id = $1');
const PUT = sql('put-limit-alarm', upsertInto('limit_alarm', Object.values(KEY), Object.values(OTHERS)));
const DROP = sql(
  'drop-limit-alarms',
  'DELETE FROM limit_alarm WHERE location_id = $1 AND since_at < $2 AND ended_at IS NOT NULL',
);

export function limitRows(db: SqlRunner): LimitRows {
  return {
    openLimitAlarms: () => db.all<LimitAlarm>(OPEN),
    openLimitAlarmsAt: (locationId) => db.all<LimitAlarm>(OPEN_AT, locationId),
    limitAlarms: (locationId, from, until, limit) => db.all<LimitAlarm>(BETWEEN, locationId, until, from, limit),
    limitAlarm: (locationId, number) => db.one<LimitAlarm>(ONE, locationId, number),
    *lastLimitAlarm(locationId) {
      return (yield* db.one<{ last: number | null }>(LAST, locationId))?.last ?? 0;
    },
    putLimitAlarm: (alarm) => db.run(PUT, ...valuesOf(alarm, COLUMNS)),
    dropLimitAlarms: (locationId, before) => db.run(DROP, locationId, before),
  };
}
