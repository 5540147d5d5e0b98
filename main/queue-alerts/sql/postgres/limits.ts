import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { selected, statement } from '../../../database/postgres/statement.ts';
import type { LimitAlarm } from '../../contract/limits.ts';
import type { LimitRows } from '../../operations/alert-rows.ts';

const COLUMNS: Readonly<Record<keyof LimitAlarm, string>> = {
  locationId: 'location_id',
  number: 'number',
  serviceId: 'service_id',
  kind: 'kind',
  bound: 'bound',
  worst: 'worst',
  since: 'since_at',
  endedAt: 'ended_at',
  seenAt: 'seen_at',
  seenBy: 'seen_by',
};

const ALL = `SELECT ${selected(COLUMNS)} FROM limit_alarm`;
const OPEN = statement('every-open-limit-alarm', `${ALL} WHERE ended_at IS NULL`);
const OPEN_AT = statement('open-limit-alarms', `${ALL} WHERE location_id = $1 AND ended_at IS NULL ORDER BY number`);
const BETWEEN = statement(
  'limit-alarms',
  `${ALL} WHERE location_id = $1 AND since_at < $2 AND (ended_at IS NULL OR ended_at >= $3)
  ORDER BY since_at DESC, number DESC LIMIT $4`,
);
const ONE = statement('limit-alarm', `${ALL} WHERE location_id = $1 AND number = $2`);
const LAST = statement('last-limit-alarm', 'SELECT max(number) AS last FROM limit_alarm WHERE location_id = $1');
const PUT = statement(
  'put-limit-alarm',
  `INSERT INTO limit_alarm (location_id, number, service_id, kind, bound, worst, since_at, ended_at, seen_at, seen_by)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (location_id, number) DO UPDATE SET
  bound = excluded.bound, worst = excluded.worst, ended_at = excluded.ended_at, seen_at = excluded.seen_at,
  seen_by = excluded.seen_by`,
);
const DROP = statement(
  'drop-limit-alarms',
  'DELETE FROM limit_alarm WHERE location_id = $1 AND since_at < $2 AND ended_at IS NOT NULL',
);

export function limitRows(session: DatabaseSession): LimitRows {
  return {
    openLimitAlarms: () => session.ask<LimitAlarm>(OPEN, []),
    openLimitAlarmsAt: (locationId) => session.ask<LimitAlarm>(OPEN_AT, [locationId]),
    limitAlarms: (locationId, from, until, limit) => session.ask<LimitAlarm>(BETWEEN, [locationId, until, from, limit]),
    *limitAlarm(locationId, number) {
      return (yield* session.ask<LimitAlarm>(ONE, [locationId, number]))[0] ?? null;
    },
    *lastLimitAlarm(locationId) {
      return (yield* session.ask<{ last: number | null }>(LAST, [locationId]))[0]?.last ?? 0;
    },
    *putLimitAlarm(alarm) {
      const { locationId, number, serviceId, kind, bound, worst, since, endedAt, seenAt, seenBy } = alarm;
      yield* session.change(PUT, [locationId, number, serviceId, kind, bound, worst, since, endedAt, seenAt, seenBy]);
    },
    *dropLimitAlarms(locationId, before) {
      yield* session.change(DROP, [locationId, before]);
    },
  };
}
