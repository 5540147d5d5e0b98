/**
 * Operations for remote actions.
 *
 * An open action is accepted at most once, and the audit log has its begin and its end.
 */

import type { AuditField } from '../../audit/rules/audit.ts';
import type { Effects } from '../../database/effect.ts';
import { refuseAs } from '../../lib/refusal.ts';
import { ERRNO, fail, ok } from '../../lib/result.ts';
import type { GlobalUnit } from '../../store/contract/operation-context.ts';
import { operation } from '../../store/contract/scope.ts';
import {
  ACTION_EXPIRES_MS,
  ACTION_RESULT_MS,
  type ActionEnd,
  type DoneAtKiosk,
  type RequestedAction,
} from '../contract/device-actions.ts';
import type { ActionActor, DeviceActionRecord } from './device-action-records.ts';

export interface AskDeviceInput extends Omit<RequestedAction, 'id'> {
  readonly deviceId: string;
  readonly deviceName: string;
  readonly by: ActionActor;
}

interface EndDeviceActionInput extends ActionEnd {
  readonly id: string;
  readonly deviceId: string;
  readonly deviceName: string;
}

/** `at`: epoch milliseconds. */
interface NoteDeedInput extends Omit<DoneAtKiosk, 'at'> {
  readonly deviceId: string;
  readonly deviceName: string;
  readonly at: number;
}

/** The audit log keeps them longer. */
const KEPT_MS = 30 * 86_400_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Limit of requests to one device per minute. */
const MAX_A_MINUTE = 10;
/**
 * Limits of a device's entries in the audit log. Per hour: enough for all actions of staff during an outage of the
 * server. Per day: few enough that a month of them stays small.
 */
const MAX_DEEDS = [
  { within: HOUR_MS, count: 60 },
  { within: 24 * HOUR_MS, count: 200 },
] as const;
/** The newest entries up to this number include all requests of the last minute, whatever the device reported since. */
const RECENT = MAX_A_MINUTE + MAX_DEEDS[0].count;

const UNKNOWN = fail({ errno: ERRNO.notFound, parameter: 'action_id' });

/** Error 107 above the limit per minute, 7 while the same action is open. */
export const askDevice = operation<AskDeviceInput, DeviceActionRecord>({
  scope: 'global',
  jobQueue: 'devices',
  *run(unit, input) {
    const { rows, now } = unit;
    const { deviceId, deviceName, action, ticket, message, by } = input;
    const recent = yield* rows.deviceActions(deviceId, RECENT);
    const lately = recent.filter((each) => each.by.kind !== 'device');
    if (lately.filter(({ askedAt }) => askedAt > now - MINUTE_MS).length >= MAX_A_MINUTE) {
      return refuseAs('too_many_remote_actions');
    }
    if (lately.some((each) => each.action === action && isOpen(each, now))) {
      return refuseAs('remote_action_pending', { parameter: 'action' });
    }
    const record: DeviceActionRecord = {
      id: unit.newId(),
      deviceId,
      action,
      ticket,
      message,
      by,
      askedAt: now,
      expiresAt: now + ACTION_EXPIRES_MS,
      takenAt: 0,
      endedAt: 0,
      state: 'asked',
      outcome: '',
    };
    yield* rows.putDeviceAction(record);
    yield* rows.noteInAudit(
      { by, deviceId, deviceName, action: 'asked', fields: wishFields(record) },
      unit.newId(),
      now,
    );
    yield* forgetOld(unit);
    return ok(record);
  },
});

/** Whether a device can still accept it. */
export function isOpen(record: DeviceActionRecord, now: number): record is DeviceActionRecord & RequestedAction {
  return record.state === 'asked' && record.expiresAt > now;
}

/** Accepts an action, so that it is not sent again. Error 6 for another device's action, 7 when it is not open. */
export const takeDeviceAction = operation<Pick<EndDeviceActionInput, 'id' | 'deviceId'>, DeviceActionRecord>({
  scope: 'global',
  jobQueue: 'devices',
  *run({ rows, now }, { id, deviceId }) {
    const record = yield* rows.deviceAction(id);
    if (record === null || record.deviceId !== deviceId) return UNKNOWN;
    if (!isOpen(record, now)) return refuseAs('remote_action_closed');
    const taken: DeviceActionRecord = { ...record, state: 'taken', takenAt: now };
    yield* rows.putDeviceAction(taken);
    return ok(taken);
  },
});

/** Records the result; idempotent. Error 6 for another device's action, 7 for one that was not accepted. */
export const endDeviceAction = operation<EndDeviceActionInput, DeviceActionRecord>({
  scope: 'global',
  jobQueue: 'devices',
  *run(unit, input) {
    const { rows, now } = unit;
    const { id, deviceId, deviceName, state, outcome, picture, text } = input;
    const record = yield* rows.deviceAction(id);
    if (record === null || record.deviceId !== deviceId) return UNKNOWN;
    if (record.state === 'asked') return refuseAs('remote_action_not_claimed');
    if (record.state !== 'taken') return ok(record);
    const ended: DeviceActionRecord = { ...record, state, outcome, endedAt: now };
    yield* rows.putDeviceAction(ended);
    if (picture !== '' || text !== '') yield* rows.putDeviceActionResult(id, { picture, text }, now);
    const by = { kind: 'device', id: deviceId } as const;
    const fields = [field('action', record.action), field('outcome', outcome === '' ? state : outcome)];
    yield* rows.noteInAudit({ by, deviceId, deviceName, action: 'ended', fields }, unit.newId(), now);
    yield* forgetOld(unit);
    return ok(ended);
  },
});

/**
 * Records an action at the kiosk in the audit log and its action list, once. Error 6 when another device used this id;
 * 107 above the device's limit, after which it retries later.
 */
export const noteDeed = operation<NoteDeedInput, DeviceActionRecord>({
  scope: 'global',
  jobQueue: 'devices',
  *run(unit, input) {
    const { rows, now } = unit;
    const { id, deviceId, deviceName, action, ticket, outcome } = input;
    const known = yield* rows.deviceAction(id);
    if (known !== null) return known.deviceId === deviceId ? ok(known) : UNKNOWN;
    for (const { within, count } of MAX_DEEDS) {
      const oldest = yield* rows.auditedAt(deviceId, count - 1);
      if (oldest === null || oldest <= now - within) continue;
      return refuseAs('too_many_local_actions');
    }
    // Limits the time, so that a wrong clock neither hides the entry nor expires it at once.
    const at = Math.min(Math.max(input.at, now - KEPT_MS / 2), now);
    const by = { kind: 'device', id: deviceId } as const;
    const isDone = outcome === '' || outcome === 'sent' || outcome === 'not-kept';
    const record: DeviceActionRecord = {
      ...{ id, deviceId, action, ticket, message: {}, by, outcome },
      ...{ askedAt: at, expiresAt: at, takenAt: at, endedAt: at },
      state: isDone ? 'done' : 'failed',
    };
    yield* rows.putDeviceAction(record);
    const fields = [
      field('action', action),
      ...(ticket === '' ? [] : [field('ticket', ticket)]),
      field('outcome', outcome === '' ? record.state : outcome),
      ...(now - at < MINUTE_MS ? [] : [field('at', new Date(at).toISOString())]),
    ];
    yield* rows.noteInAudit({ by, deviceId, deviceName, action: 'done', fields }, unit.newId(), now);
    yield* forgetOld(unit);
    return ok(record);
  },
});

/** Deletes screenshots and logs after their retention, whether viewed or not. */
export const forgetDeviceResults = operation<{ readonly until: number }, null>({
  scope: 'global',
  jobQueue: 'devices',
  *run({ rows }, { until }) {
    yield* rows.dropDeviceActionResults(until);
    return ok(null);
  },
});

function* forgetOld({ rows, now }: GlobalUnit): Effects<void> {
  yield* rows.dropDeviceActionResults(now - ACTION_RESULT_MS);
  yield* rows.dropDeviceActions(now - KEPT_MS);
}

const field = (name: string, after: string): AuditField => ({ field: name, before: '', after });

function wishFields({
  action,
  ticket,
  message,
}: Pick<DeviceActionRecord, 'action' | 'ticket' | 'message'>): readonly AuditField[] {
  return [
    field('action', action),
    ...(ticket === '' ? [] : [field('ticket', ticket)]),
    ...Object.entries(message).map(([lang, said]) => field(`message.${lang}`, said)),
  ];
}
