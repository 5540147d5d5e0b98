/** SQL for device states and histories. */
import { selected } from '../../database/postgres/statement.ts';
import { insertInto, sql, upsertInto } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import { isListOf, isNumber, isRecordOf, isShaped, isText, readKept } from '../../database/stored-json.ts';
import { type DeviceStatus, UNKNOWN_STATUS } from '../contract/device-status.ts';
import type { DeviceRows, NumberedNews } from '../operations/device-rows.ts';
import type { AlarmSince } from '../rules/device-alarms.ts';
import type { KeptDevice } from '../rules/device-history.ts';

const KEY = { locationId: 'location_id', deviceId: 'device_id' };
/** In the order of `deviceValues`. */
const OTHERS = {
  status: 'status',
  saidAt: 'said_at',
  inTouch: 'in_touch',
  heardAt: 'heard_at',
  alarms: 'alarms',
};
const SELECT = `SELECT ${selected({ ...KEY, ...OTHERS })} FROM device_state`;

const ALL = sql('kept-devices', SELECT);
const ONE = sql('kept-device', `${SELECT} WHERE location_id = $1 AND device_id = $2`);
const PUT = sql('put-device', upsertInto('device_state', Object.values(KEY), Object.values(OTHERS)));
const DROP = sql('drop-device', 'DELETE FROM device_state WHERE location_id = $1 AND device_id = $2');
const NEWS = sql(
  'device-news',
  `SELECT number, at, what, alarm FROM device_news
  WHERE location_id = $1 AND device_id = $2 AND number < $3 ORDER BY number DESC LIMIT $4`,
);
const PUT_NEWS = sql(
  'put-device-news',
  insertInto('device_news', ['location_id', 'device_id', 'number', 'at', 'what', 'alarm']),
);
const DROP_NEWS = sql(
  'drop-device-news',
  'DELETE FROM device_news WHERE location_id = $1 AND device_id = $2 AND number <= $3',
);
const DROP_OLD = sql('drop-old-device-news', 'DELETE FROM device_news WHERE location_id = $1 AND at < $2');

export function deviceRows(db: SqlRunner): DeviceRows {
  return {
    *keptDevices() {
      return (yield* db.all<DeviceRow>(ALL)).map(keptDevice);
    },
    *keptDevice(locationId, deviceId) {
      const row = yield* db.one<DeviceRow>(ONE, locationId, deviceId);
      return row === null ? null : keptDevice(row);
    },
    putDevice: (locationId, device) => db.run(PUT, locationId, ...deviceValues(device)),
    *dropDevice(locationId, deviceId) {
      yield* db.run(DROP, locationId, deviceId);
      yield* db.run(DROP_NEWS, locationId, deviceId, Number.MAX_SAFE_INTEGER);
    },
    deviceNews: (locationId, deviceId, before, limit) =>
      db.all<NumberedNews>(NEWS, locationId, deviceId, before, limit),
    putDeviceNews: (locationId, deviceId, { number, at, what, alarm }) =>
      db.run(PUT_NEWS, locationId, deviceId, number, at, what, alarm),
    dropDeviceNews: (locationId, deviceId, until) => db.run(DROP_NEWS, locationId, deviceId, until),
    dropOldDeviceNews: (locationId, before) => db.run(DROP_OLD, locationId, before),
  };
}

interface DeviceRow {
  readonly locationId: string;
  readonly deviceId: string;
  readonly status: string;
  readonly saidAt: number | null;
  readonly inTouch: number;
  readonly heardAt: number;
  readonly alarms: string;
}

function keptDevice({ locationId, status, alarms, inTouch, ...row }: DeviceRow): KeptDevice & {
  readonly locationId: string;
} {
  return {
    ...row,
    locationId,
    isInTouch: inTouch === 1,
    status: deviceStatusOf(row.deviceId, status),
    alarms: deviceAlarmsOf(row.deviceId, alarms),
  };
}

/** In column order, without the location. */
function deviceValues({ deviceId, status, saidAt, isInTouch, heardAt, alarms }: KeptDevice) {
  return [
    deviceId,
    JSON.stringify(status),
    saidAt,
    isInTouch ? 1 : 0,
    heardAt,
    JSON.stringify(alarms.map(({ kind, since }) => ({ kind, since }))),
  ] as const;
}

const isStatus = (value: unknown): boolean =>
  isRecordOf(() => true)(value) &&
  Object.entries(UNKNOWN_STATUS).every(([field, nothing]) => {
    const said = (value as Record<string, unknown>)[field];
    return said === undefined || typeof said === typeof nothing;
  });

const areAlarms = isListOf(isShaped<AlarmSince>({ kind: isText, since: isNumber }));

/** Last report of a device; an empty one if unreadable. Programs of other versions can have other fields. */
function deviceStatusOf(deviceId: string, text: string): DeviceStatus {
  return {
    ...UNKNOWN_STATUS,
    ...readKept<Partial<DeviceStatus>>(text, isStatus, { table: 'device_state', id: deviceId }),
  };
}

function deviceAlarmsOf(deviceId: string, text: string): readonly AlarmSince[] {
  return readKept<readonly AlarmSince[]>(text, areAlarms, { table: 'device_state', id: deviceId }) ?? [];
}
