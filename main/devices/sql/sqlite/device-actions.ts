import { deviceAuditedAt, writeAudit } from '../../../audit/sql/sqlite/audit-log.ts';
import { atOnce, DONE } from '../../../database/effect.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import type { DeviceActionResult } from '../../operations/device-action-records.ts';
import type { DeviceActionRows } from '../../operations/device-action-rows.ts';
import { deviceAuditDraft } from '../device-audit.ts';
import { deviceActionOf } from '../stored-actions.ts';

const OF_DEVICE = 'SELECT id, body FROM device_action WHERE device_id = ? ORDER BY asked_at DESC, id DESC LIMIT ?';
const ONE = 'SELECT id, body FROM device_action WHERE id = ?';
const PUT = 'INSERT OR REPLACE INTO device_action (id, device_id, asked_at, body) VALUES (?, ?, ?, ?)';
const RESULT = 'SELECT picture, text FROM device_action_result WHERE action_id = ? AND at > ?';
const PUT_RESULT = 'INSERT OR REPLACE INTO device_action_result (action_id, at, picture, text) VALUES (?, ?, ?, ?)';
const DROP_RESULTS = 'DELETE FROM device_action_result WHERE at <= ?';
const DROP = 'DELETE FROM device_action WHERE asked_at < ?';

interface Row {
  readonly id: string;
  readonly body: string;
}

export function deviceActionRows(db: Db): DeviceActionRows {
  return {
    deviceActions: (deviceId, limit) =>
      atOnce(db.all<Row>(OF_DEVICE, deviceId, limit).flatMap(({ id, body }) => deviceActionOf(id, body) ?? [])),
    deviceAction(id) {
      const row = db.get<Row>(ONE, id);
      return atOnce(row === undefined ? null : deviceActionOf(row.id, row.body));
    },
    putDeviceAction(record) {
      db.run(PUT, record.id, record.deviceId, record.askedAt, JSON.stringify(record));
      return DONE;
    },
    deviceActionResult: (id, since) => atOnce(db.get<DeviceActionResult>(RESULT, id, since) ?? null),
    putDeviceActionResult(id, { picture, text }, now) {
      db.run(PUT_RESULT, id, now, picture, text);
      return DONE;
    },
    dropDeviceActionResults(until) {
      db.run(DROP_RESULTS, until);
      return DONE;
    },
    dropDeviceActions(before) {
      db.run(DROP, before);
      return DONE;
    },
    noteInAudit(entry, changeId, now) {
      writeAudit(db, [deviceAuditDraft(entry)], entry, { now, changeId });
      return DONE;
    },
    auditedAt: (deviceId, rank) => atOnce(deviceAuditedAt(db, deviceId, rank)),
  };
}
