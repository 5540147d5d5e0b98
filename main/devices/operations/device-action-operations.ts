/**
 * Operations for remote actions.
 *
 * An open action is accepted at most once, and the audit log has its begin and its end.
 */

import type { AuditField } from '../../audit/rules/audit.ts';
import type { Effects } from '../../database/effect.ts';
import { refuseAs } from '../../lib/coded-refusal.ts';
import { ERRNO } from '../../lib/errno.ts';
import { fail, ok } from '../../lib/result.ts';
import type { GlobalUnit } from '../../store/contract/operation-context.ts';
import { operation } from '../../store/contract/scope.ts';
import {
  ACTION_EXPIRES_MS,
  ACTION_RESULT_MS,
  type ActionEnd,
  type AskedAction,
  type DoneAtKiosk,
} from '../contract/device-actions.ts';
import type { ActionActor, DeviceActionRecord } from './device-action-records.ts';

export interface AskDeviceInput extends Omit<AskedAction, 'id'> {
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

/** The audit log keeps them for longer. */
const KEPT_MS = 30 * 86_400_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Asked of one device within a minute. */
const MAX_A_MINUTE = 10;
/**
 * Entries a device may add to the audit log: in an hour enough for all that staff did at it while its server was unavailable, in a day
 * few enough that a month of them stays small.
 */
const MAX_DEEDS = [
  { within: HOUR_MS, count: 60 },
  { within: 24 * HOUR_MS, count: 200 },
] as const;
/** Among so many of the newest stand all that staff asked of it within a minute, whatever the device reported since. */
const RECENT = MAX_A_MINUTE + MAX_DEEDS[0].count;

const UNKNOWN = fail({ errno: ERRNO.notFound, parameter: 'action_id' });

/** 107 when very much was asked of the device within a minute, 7 while it has the same to do already. */
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

/** Whether a device may still take it. */
export function isOpen(record: DeviceActionRecord, now: number): record is DeviceActionRecord & AskedAction {
  return record.state === 'asked' && record.expiresAt > now;
}

/** The device is about to do it: from now on it is not handed out any more. 6 for another device's, 7 when it is not open. */
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

/** What became of it. Told again it changes nothing. 6 for another device's, 7 for one that was never taken. */
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
 * Records a deed of staff at the kiosk in the audit log and among its actions, once. 6 when another device has sent something with
 * that id, 107 past the rate limit of the device: it sends the deed again later.
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
    // A clock that is wrong neither hides it nor lets it be forgotten at once.
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

/** Pictures and logs go after a while, whether or not somebody has looked at them. */
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
