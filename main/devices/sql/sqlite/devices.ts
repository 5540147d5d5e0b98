import { atOnce, DONE } from '../../../database/effect.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import type { DeviceRows, NumberedNews } from '../../operations/device-rows.ts';
import { type DeviceRow, deviceValues, keptDevice } from '../kept-device.ts';

const ALL = `SELECT location_id AS locationId, device_id AS deviceId, status, said_at AS saidAt, in_touch AS inTouch,
  heard_at AS heardAt, alarms FROM device_state`;
const ONE = `${ALL} WHERE location_id = ? AND device_id = ?`;
const PUT = `INSERT OR REPLACE INTO device_state (location_id, device_id, status, said_at, in_touch, heard_at, alarms)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const NEWS = `SELECT number, at, what, alarm FROM device_news
  WHERE location_id = ? AND device_id = ? AND number < ? ORDER BY number DESC LIMIT ?`;
const PUT_NEWS = 'INSERT INTO device_news (location_id, device_id, number, at, what, alarm) VALUES (?, ?, ?, ?, ?, ?)';
const DROP_NEWS = 'DELETE FROM device_news WHERE location_id = ? AND device_id = ? AND number <= ?';
const DROP_OLD = 'DELETE FROM device_news WHERE location_id = ? AND at < ?';

export function deviceRows(db: Db): DeviceRows {
  return {
    keptDevices: () => atOnce(db.all<DeviceRow>(ALL).map(keptDevice)),
    keptDevice(locationId, deviceId) {
      const row = db.get<DeviceRow>(ONE, locationId, deviceId);
      return atOnce(row === undefined ? null : keptDevice(row));
    },
    putDevice(locationId, device) {
      db.run(PUT, locationId, ...deviceValues(device));
      return DONE;
    },
    dropDevice(locationId, deviceId) {
      db.run('DELETE FROM device_state WHERE location_id = ? AND device_id = ?', locationId, deviceId);
      db.run('DELETE FROM device_news WHERE location_id = ? AND device_id = ?', locationId, deviceId);
      return DONE;
    },
    deviceNews: (locationId, deviceId, before, limit) =>
      atOnce(db.all<NumberedNews>(NEWS, locationId, deviceId, before, limit)),
    putDeviceNews(locationId, deviceId, { number, at, what, alarm }) {
      db.run(PUT_NEWS, locationId, deviceId, number, at, what, alarm);
      return DONE;
    },
    dropDeviceNews(locationId, deviceId, until) {
      db.run(DROP_NEWS, locationId, deviceId, until);
      return DONE;
    },
    dropOldDeviceNews(locationId, before) {
      db.run(DROP_OLD, locationId, before);
      return DONE;
    },
  };
}
