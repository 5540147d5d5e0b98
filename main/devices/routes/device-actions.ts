/** REST operations on remote actions, for staff and devices. */

import { auditActor } from '../../access/service/caller.ts';
import { DISPLAY_DEVICES, KIOSK_DEVICES } from '../../access/service/device-kinds.ts';
import { codedRefusal, type Refusal, refuse } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { DoneAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { ofBranch, seesAll, unseen } from '../../rest/operation/back-office.ts';
import { ownDevice } from '../../rest/operation/own-device.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { actorName } from '../../site/service/actor-name.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import {
  ASK_DEVICE,
  END_DEVICE_ACTION,
  LIST_DEVICE_ACTIONS,
  READ_DEVICE_ACTION,
  RECORD_LOCAL_ACTION,
  TAKE_DEVICE_ACTION,
} from '../contract/action-endpoints.ts';
import { ACTION_WORD_MS, type ActionState, DEVICE_ACTIONS, MAX_MESSAGE_LETTERS } from '../contract/device-actions.ts';
import {
  AskDeviceAnswer,
  AskDeviceParameters,
  DeviceActionAnswer,
  DeviceActionParameters,
  DeviceActionsAnswer,
  DeviceActionsParameters,
  type DeviceActionView,
  DoneAtKioskParameters,
  EndActionParameters,
  TakeActionParameters,
} from '../contract/rest/device-actions.ts';
import { isOpen } from '../operations/device-action-operations.ts';
import type { DeviceActionRecord } from '../operations/device-action-records.ts';
import type { DeviceActions } from '../service/device-actions.ts';
import type { DevicePresence } from '../service/presence/device-presence.ts';

/** Device types that can report actions. */
const CARED_FOR = [...KIOSK_DEVICES, ...DISPLAY_DEVICES];
const SHOWN = 20;
const MAX_LANGUAGES = 50;
/** Room for a screenshot in JSON. */
const MAX_BYTES = 2 * 1024 * 1024;
const OF_SERVER = codedRefusal('server_log_not_allowed', { parameter: 'action' });
const CANNOT = codedRefusal('remote_action_unsupported', { parameter: 'action' });

interface DeviceActionServices {
  readonly deviceActions: DeviceActions;
  readonly presence: DevicePresence;
  readonly sites: SiteHolder;
}

const askDevice = ({ deviceActions, presence, sites }: DeviceActionServices) =>
  operation({
    name: 'ask_device',
    area: 'admin',
    summary:
      'Requests a remote action, to be claimed within two minutes. 7 if the status of the device does not list it, 107 after ten in a minute. The audit log records it.',
    errnos: [ERRNO.notFound, ERRNO.cannotConclude, ERRNO.deviceUnavailable, ERRNO.tooMany],
    endpoint: ASK_DEVICE,
    ...ofBranch,
    parameters: AskDeviceParameters,
    answer: AskDeviceAnswer,
    async handle({ id, action, ticket, message }, context) {
      const hidden = unseen({ ...context, sites }, 'devices', id);
      if (hidden !== null) return fail(hidden);
      if (action === 'server-log' && !seesAll(context)) return fail(OF_SERVER);
      const { site, caller, now } = context;
      const device = site.device(id);
      if (device === undefined) return refuse(ERRNO.notFound, 'id');
      if (device.state !== 1) return refuse(ERRNO.deviceUnavailable, 'id');
      if (!abilities(presence.of(id).status.can).includes(action)) return fail(CANNOT);
      const said = readMessage(message);
      if (!said.ok) return said;
      const asked = await deviceActions.ask({
        deviceId: id,
        deviceName: device.name,
        action,
        ticket: action === 'reprint' ? ticket.trim() : '',
        message: action === 'shut' ? said.value : {},
        by: auditActor(caller),
      });
      return asked.ok ? ok({ success: true, action: view(site, asked.value, now) }) : asked;
    },
  });

/** Reported actions that this server knows. */
function abilities(can: string): readonly string[] {
  const words = new Set(can.split(' '));
  return DEVICE_ACTIONS.filter((action) => words.has(action));
}

function readMessage(message: Readonly<Record<string, unknown>>): Result<Readonly<Record<string, string>>, Refusal> {
  const texts = Object.entries(message).filter(([, said]) => said !== '');
  const isGood = texts.every(([, said]) => typeof said === 'string' && [...said].length <= MAX_MESSAGE_LETTERS);
  if (isGood && texts.length <= MAX_LANGUAGES) return ok(Object.fromEntries(texts) as Record<string, string>);
  const error = `It must have at most ${MAX_LANGUAGES} texts by language, of ${MAX_MESSAGE_LETTERS} characters each.`;
  return fail({ errno: ERRNO.invalidParameters, error, parameter: 'message' });
}

const deviceActions = ({ presence, sites }: DeviceActionServices) =>
  operation({
    name: 'device_actions',
    area: 'admin',
    summary: 'Remote actions that a device supports at present, and the last twenty with their results.',
    errnos: [ERRNO.notFound],
    endpoint: LIST_DEVICE_ACTIONS,
    ...ofBranch,
    parameters: DeviceActionsParameters,
    answer: DeviceActionsAnswer,
    async handle({ id }, context) {
      const hidden = unseen({ ...context, sites }, 'devices', id);
      if (hidden !== null) return fail(hidden);
      const { site, store, now } = context;
      const device = site.device(id);
      if (device === undefined) return refuse(ERRNO.notFound, 'id');
      const records = await store.query('deviceActions', { deviceId: id, limit: SHOWN });
      const able = device.state === 1 ? abilities(presence.of(id).status.can) : [];
      const can = able.filter((action) => action !== 'server-log' || seesAll(context));
      return ok({ success: true, can: [...can], actions: records.map((record) => view(site, record, now)) });
    },
  });

const deviceAction = ({ sites }: DeviceActionServices) =>
  operation({
    name: 'device_action',
    area: 'admin',
    summary: 'One remote action; for an hour with its screenshot or log.',
    errnos: [ERRNO.notFound],
    endpoint: READ_DEVICE_ACTION,
    ...ofBranch,
    parameters: DeviceActionParameters,
    answer: DeviceActionAnswer,
    async handle({ id, action_id }, context) {
      const hidden = unseen({ ...context, sites }, 'devices', id);
      if (hidden !== null) return fail(hidden);
      const { site, store, now } = context;
      const found = await store.query('deviceAction', { id: action_id, now });
      if (found === null || found.record.deviceId !== id) return refuse(ERRNO.notFound, 'action_id');
      if (found.record.action === 'server-log' && !seesAll(context))
        return fail({ ...OF_SERVER, parameter: 'action_id' });
      const { picture = '', text = '' } = found.result ?? {};
      return ok({ success: true, action: view(site, found.record, now), picture, text });
    },
  });

/** Present state, with expiry and missing results applied. */
function stateNow(record: DeviceActionRecord, now: number): { readonly state: ActionState; readonly outcome: string } {
  const { state, outcome, takenAt } = record;
  if (state === 'asked' && !isOpen(record, now)) return { state: 'expired', outcome };
  if (state === 'taken' && now - takenAt > ACTION_WORD_MS) return { state: 'failed', outcome: 'no-word' };
  return { state, outcome };
}

function view(site: Site, record: DeviceActionRecord, now: number): DeviceActionView {
  const { id, action, ticket, message, by, askedAt, expiresAt, takenAt, endedAt } = record;
  const instant = (at: number): string => (at === 0 ? '' : new Date(at).toISOString());
  return {
    id,
    action,
    ticket,
    message: { ...message },
    by: { ...by, name: actorName(site, by) },
    asked_at: instant(askedAt),
    expires_at: instant(expiresAt),
    taken_at: instant(takenAt),
    ended_at: instant(endedAt),
    ...stateNow(record, now),
  };
}

const takeAction = operation({
  name: 'claim_device_action',
  area: 'devices',
  summary:
    'Claims a remote action before the device runs it. 7 when it has expired or was claimed before; then the device must not run it.',
  errnos: [ERRNO.notFound, ERRNO.cannotConclude],
  endpoint: TAKE_DEVICE_ACTION,
  devices: CARED_FOR,
  devicesOnly: true,
  parameters: TakeActionParameters,
  answer: DoneAnswer,
  async handle({ device_id, action_id }, context) {
    const device = ownDevice(device_id, context);
    if (!device.ok) return device;
    const { store, now } = context;
    const taken = await store.run('takeDeviceAction', { id: action_id, deviceId: device_id }, { now });
    return taken.ok ? ok({ success: true }) : taken;
  },
});

const endAction = operation({
  name: 'report_device_action',
  area: 'devices',
  summary: 'Reports the result of a remote action. It can be sent again; the first result wins.',
  errnos: [ERRNO.notFound, ERRNO.cannotConclude],
  endpoint: END_DEVICE_ACTION,
  devices: CARED_FOR,
  devicesOnly: true,
  mostBytes: MAX_BYTES,
  parameters: EndActionParameters,
  answer: DoneAnswer,
  async handle({ device_id, action_id, ended: state, outcome, picture, log: text }, context) {
    const device = ownDevice(device_id, context);
    if (!device.ok) return device;
    const { store, now } = context;
    const end = { state, outcome, picture, text };
    const ended = await store.run(
      'endDeviceAction',
      { id: action_id, deviceId: device_id, deviceName: device.value.name, ...end },
      { now },
    );
    return ended.ok ? ok({ success: true }) : ended;
  },
});

const noteDeed = operation({
  name: 'report_local_action',
  area: 'devices',
  summary:
    'Reports an action of the operator panel for the audit log. It can be sent again, also days later; each id counts once.',
  errnos: [ERRNO.notFound],
  endpoint: RECORD_LOCAL_ACTION,
  devices: KIOSK_DEVICES,
  devicesOnly: true,
  parameters: DoneAtKioskParameters,
  answer: DoneAnswer,
  async handle({ device_id, action_id, action, ticket, outcome, at }, context) {
    const device = ownDevice(device_id, context);
    if (!device.ok) return device;
    const { store, now } = context;
    const deed = { action, ticket: ticket.trim(), outcome, at: Date.parse(at) || now };
    const noted = await store.run(
      'noteDeed',
      { id: action_id, deviceId: device_id, deviceName: device.value.name, ...deed },
      { now },
    );
    return noted.ok ? ok({ success: true }) : noted;
  },
});

export const deviceActionOperations = (services: DeviceActionServices): readonly Operation[] => [
  takeAction,
  endAction,
  noteDeed,
  askDevice(services),
  deviceActions(services),
  deviceAction(services),
];
