import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { selected, statement } from '../../../database/postgres/statement.ts';
import type { DeviceRows, NumberedNews } from '../../operations/device-rows.ts';
import { type DeviceRow, deviceValues, keptDevice } from '../kept-device.ts';

const STATE: Readonly<Record<keyof DeviceRow, string>> = {
  locationId: 'location_id',
  deviceId: 'device_id',
  status: 'status',
  saidAt: 'said_at',
  inTouch: 'in_touch',
  heardAt: 'heard_at',
  alarms: 'alarms',
};

const ALL = statement('kept-devices', `SELECT ${selected(STATE)} FROM device_state`);
const ONE = statement(
  'kept-device',
  `SELECT ${selected(STATE)} FROM device_state WHERE location_id = $1 AND device_id = $2`,
);
const PUT = statement(
  'put-device',
  `INSERT INTO device_state (location_id, device_id, status, said_at, in_touch, heard_at, alarms)
  VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (location_id, device_id) DO UPDATE SET status = excluded.status,
  said_at = excluded.said_at, in_touch = excluded.in_touch, heard_at = excluded.heard_at, alarms = excluded.alarms`,
);
const DROP = statement('drop-device', 'DELETE FROM device_state WHERE location_id = $1 AND device_id = $2');
const NEWS = statement(
  'device-news',
  `SELECT number, at, what, alarm FROM device_news
  WHERE location_id = $1 AND device_id = $2 AND number < $3 ORDER BY number DESC LIMIT $4`,
);
const PUT_NEWS = statement(
  'put-device-news',
  'INSERT INTO device_news (location_id, device_id, number, at, what, alarm) VALUES ($1, $2, $3, $4, $5, $6)',
);
const DROP_NEWS = statement(
  'drop-device-news',
  'DELETE FROM device_news WHERE location_id = $1 AND device_id = $2 AND number <= $3',
);
const DROP_OLD = statement('drop-old-device-news', 'DELETE FROM device_news WHERE location_id = $1 AND at < $2');

export function deviceRows(session: DatabaseSession): DeviceRows {
  return {
    *keptDevices() {
      return (yield* session.ask<DeviceRow>(ALL, [])).map(keptDevice);
    },
    *keptDevice(locationId, deviceId) {
      const [row] = yield* session.ask<DeviceRow>(ONE, [locationId, deviceId]);
      return row === undefined ? null : keptDevice(row);
    },
    *putDevice(locationId, device) {
      yield* session.change(PUT, [locationId, ...deviceValues(device)]);
    },
    *dropDevice(locationId, deviceId) {
      yield* session.change(DROP, [locationId, deviceId]);
      yield* session.change(DROP_NEWS, [locationId, deviceId, Number.MAX_SAFE_INTEGER]);
    },
    deviceNews: (locationId, deviceId, before, limit) =>
      session.ask<NumberedNews>(NEWS, [locationId, deviceId, before, limit]),
    *putDeviceNews(locationId, deviceId, { number, at, what, alarm }) {
      yield* session.change(PUT_NEWS, [locationId, deviceId, number, at, what, alarm]);
    },
    *dropDeviceNews(locationId, deviceId, until) {
      yield* session.change(DROP_NEWS, [locationId, deviceId, until]);
    },
    *dropOldDeviceNews(locationId, before) {
      yield* session.change(DROP_OLD, [locationId, before]);
    },
  };
}
