/** SQL for remote actions. */
import type { AuditDraft } from '../../audit/sql/audit-draft.ts';
import { deviceAuditedAt, writeAudit } from '../../audit/sql/audit-log.ts';
import { sql, upsertInto } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import { isNumber, isOneOf, isOptional, isShaped, isText, readKept } from '../../database/stored-json.ts';
import { ACTION_OUTCOMES, ACTION_STATES, DEVICE_ACTIONS, PANEL_ACTIONS } from '../contract/device-actions.ts';
import type {
  ActionActor,
  DeviceActionRecord,
  DeviceActionResult,
  DeviceAudit,
} from '../operations/device-action-records.ts';
import type { DeviceActionRows } from '../operations/device-rows.ts';

const isAction = isShaped<DeviceActionRecord>({
  id: isText,
  action: isOneOf([...DEVICE_ACTIONS, ...PANEL_ACTIONS]),
  ticket: isText,
  asked_by: isOptional(isText),
  message: isOptional((value) => typeof value === 'object' && value !== null && Object.values(value).every(isText)),
  deviceId: isText,
  by: isShaped<ActionActor>({ kind: isOneOf(['user', 'device', 'console', 'start', 'program']), id: isText }),
  askedAt: isNumber,
  expiresAt: isNumber,
  takenAt: isNumber,
  endedAt: isNumber,
  state: isOneOf(ACTION_STATES.filter((state) => state !== 'expired')),
  outcome: isOneOf(ACTION_OUTCOMES),
});

function deviceActionOf(id: string, body: string): DeviceActionRecord | null {
  return readKept<DeviceActionRecord>(body, isAction, { table: 'device_action', id });
}

const OF_DEVICE = sql(
  'device-actions',
  'SELECT id, body FROM device_action WHERE device_id = $1 ORDER BY asked_at DESC, id DESC LIMIT $2',
);
const ONE = sql('device-action', 'SELECT id, body FROM device_action WHERE id = $1');
const PUT = sql('put-device-action', upsertInto('device_action', ['id'], ['device_id', 'asked_at', 'body']));
const RESULT = sql(
  'device-action-result',
  'SELECT picture, text FROM device_action_result WHERE action_id = $1 AND at > $2',
);
const PUT_RESULT = sql(
  'put-device-action-result',
  upsertInto('device_action_result', ['action_id'], ['at', 'picture', 'text']),
);
const DROP_RESULTS = sql('drop-device-action-results', 'DELETE FROM device_action_result WHERE at <= $1');
const DROP = sql('drop-device-actions', 'DELETE FROM device_action WHERE asked_at < $1');

interface Row {
  readonly id: string;
  readonly body: string;
}

export function deviceActionRows(db: SqlRunner): DeviceActionRows {
  return {
    *deviceActions(deviceId, limit) {
      return (yield* db.all<Row>(OF_DEVICE, deviceId, limit)).flatMap(({ id, body }) => deviceActionOf(id, body) ?? []);
    },
    *deviceAction(id) {
      const row = yield* db.one<Row>(ONE, id);
      return row === null ? null : deviceActionOf(row.id, row.body);
    },
    putDeviceAction: (record) => db.run(PUT, record.id, record.deviceId, record.askedAt, db.json(record)),
    deviceActionResult: (id, since) => db.one<DeviceActionResult>(RESULT, id, since),
    putDeviceActionResult: (id, { picture, text }, now) => db.run(PUT_RESULT, id, now, picture, text),
    dropDeviceActionResults: (until) => db.run(DROP_RESULTS, until),
    dropDeviceActions: (before) => db.run(DROP, before),
    noteInAudit: (entry, changeId, now) => writeAudit(db, [deviceAuditDraft(entry)], entry, { now, changeId }),
    auditedAt: (deviceId, rank) => deviceAuditedAt(db, deviceId, rank),
  };
}

/** A remote action as an audit entry. */
function deviceAuditDraft({ deviceId, deviceName, action, fields }: DeviceAudit): AuditDraft {
  return { collection: 'devices', itemId: deviceId, itemName: deviceName, action, fields: [...fields] };
}
