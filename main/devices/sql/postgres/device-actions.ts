import { deviceAuditedAt, writeAudit } from '../../../audit/sql/postgres/audit-log.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { asJson, statement } from '../../../database/postgres/statement.ts';
import type { DeviceActionResult } from '../../operations/device-action-records.ts';
import type { DeviceActionRows } from '../../operations/device-action-rows.ts';
import { deviceAuditDraft } from '../device-audit.ts';
import { deviceActionOf } from '../stored-actions.ts';

const OF_DEVICE = statement(
  'device-actions',
  'SELECT id, body FROM device_action WHERE device_id = $1 ORDER BY asked_at DESC, id DESC LIMIT $2',
);
const ONE = statement('device-action', 'SELECT id, body FROM device_action WHERE id = $1');
const PUT = statement(
  'put-device-action',
  `INSERT INTO device_action (id, device_id, asked_at, body) VALUES ($1, $2, $3, $4)
  ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
);
const RESULT = statement(
  'device-action-result',
  'SELECT picture, text FROM device_action_result WHERE action_id = $1 AND at > $2',
);
const PUT_RESULT = statement(
  'put-device-action-result',
  `INSERT INTO device_action_result (action_id, at, picture, text) VALUES ($1, $2, $3, $4)
  ON CONFLICT (action_id) DO UPDATE SET at = excluded.at, picture = excluded.picture, text = excluded.text`,
);
const DROP_RESULTS = statement('drop-device-action-results', 'DELETE FROM device_action_result WHERE at <= $1');
const DROP = statement('drop-device-actions', 'DELETE FROM device_action WHERE asked_at < $1');

interface Row {
  readonly id: string;
  readonly body: string;
}

export function deviceActionRows(session: DatabaseSession): DeviceActionRows {
  return {
    *deviceActions(deviceId, limit) {
      return (yield* session.ask<Row>(OF_DEVICE, [deviceId, limit])).flatMap(
        ({ id, body }) => deviceActionOf(id, body) ?? [],
      );
    },
    *deviceAction(id) {
      const [row] = yield* session.ask<Row>(ONE, [id]);
      return row === undefined ? null : deviceActionOf(row.id, row.body);
    },
    *putDeviceAction(record) {
      yield* session.change(PUT, [record.id, record.deviceId, record.askedAt, asJson(record)]);
    },
    *deviceActionResult(id, since) {
      return (yield* session.ask<DeviceActionResult>(RESULT, [id, since]))[0] ?? null;
    },
    *putDeviceActionResult(id, { picture, text }, now) {
      yield* session.change(PUT_RESULT, [id, now, picture, text]);
    },
    *dropDeviceActionResults(until) {
      yield* session.change(DROP_RESULTS, [until]);
    },
    *dropDeviceActions(before) {
      yield* session.change(DROP, [before]);
    },
    noteInAudit: (entry, changeId, now) => writeAudit(session, [deviceAuditDraft(entry)], entry, { now, changeId }),
    auditedAt: (deviceId, rank) => deviceAuditedAt(session, deviceId, rank),
  };
}
