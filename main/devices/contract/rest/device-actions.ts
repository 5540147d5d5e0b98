/** REST schemas of remote actions and their results. */
import Type, { type Static } from 'typebox';
import { actionId, described, deviceId, omittable, thingId } from '../../../rest/contract/parameters.ts';
import { success, text } from '../../../rest/contract/shapes.ts';
import {
  ACTION_OUTCOMES,
  DEVICE_ACTIONS,
  MAX_LOG_LETTERS,
  MAX_PICTURE_LETTERS,
  PANEL_ACTIONS,
} from '../device-actions.ts';

const MAX_TICKET_LETTERS = 100;

export const AskDeviceParameters = Type.Object({
  id: thingId,
  action: described(Type.Enum([...DEVICE_ACTIONS]), 'Kind of the action.'),
  ticket: described(
    omittable(Type.String({ maxLength: MAX_TICKET_LETTERS, default: '' })),
    'For `reprint`: number or id of the ticket; empty: the last one.',
  ),
  message: described(
    omittable(Type.Record(Type.String(), Type.String(), { default: {} })),
    "Of `shut`: what visitors read, by language; empty: the page's own words.",
  ),
});

export const DeviceActionsParameters = Type.Object({ id: thingId });
export const DeviceActionParameters = Type.Object({ id: thingId, action_id: actionId });

export const DeviceActionSchema = Type.Object({
  id: text,
  action: text,
  ticket: text,
  message: Type.Record(Type.String(), Type.String()),
  by: Type.Object({
    /** As in the audit log. */
    kind: text,
    id: text,
    name: text,
  }),
  /** ISO instants; empty for steps that have not happened. */
  asked_at: text,
  /** Deadline for the device to accept the action. */
  expires_at: text,
  taken_at: text,
  ended_at: text,
  /** `asked`, `taken`, `done`, `failed`, `expired`. */
  state: text,
  /** Reason of a failure; or `sent` for a print without confirmation. Otherwise empty. */
  outcome: text,
});

export const AskDeviceAnswer = Type.Object({ success, action: DeviceActionSchema });
export const DeviceActionsAnswer = Type.Object({
  success,
  /** Actions that the device supports at present. */
  can: Type.Array(text),
  /** The last twenty, newest first. */
  actions: Type.Array(DeviceActionSchema),
});
export const DeviceActionAnswer = Type.Object({
  success,
  action: DeviceActionSchema,
  /** PNG in base64, kept for an hour; otherwise empty. */
  picture: text,
  /** One JSON line per event of the last hour, kept for an hour; otherwise empty. */
  text,
});

/** Requested action, as sent in the response to a heartbeat. */
export const RequestedActionSchema = Type.Object({
  id: text,
  action: text,
  ticket: text,
  message: Type.Record(Type.String(), Type.String()),
  asked_by: Type.Optional(text),
});

export const TakeActionParameters = Type.Object({ device_id: deviceId, action_id: actionId });
export const EndActionParameters = Type.Object({
  device_id: deviceId,
  action_id: actionId,
  ended: described(Type.Enum(['done', 'failed']), 'Whether it succeeded.'),
  outcome: described(
    omittable(Type.Enum([...ACTION_OUTCOMES], { default: '' })),
    'Reason of a failure; empty on success.',
  ),
  picture: described(
    omittable(Type.String({ maxLength: MAX_PICTURE_LETTERS, default: '' })),
    'For `screenshot`: PNG in base64.',
  ),
  log: described(
    omittable(Type.String({ maxLength: MAX_LOG_LETTERS, default: '' })),
    'For `log`: one JSON line per event.',
  ),
});

/** Action of staff at the kiosk itself. */
export const DoneAtKioskParameters = Type.Object({
  device_id: deviceId,
  action_id: actionId,
  action: described(Type.Enum([...PANEL_ACTIONS]), 'Kind of the action.'),
  ticket: described(
    omittable(Type.String({ maxLength: MAX_TICKET_LETTERS, default: '' })),
    'For `reprint`: number or id of the ticket; empty: the last one.',
  ),
  outcome: described(
    omittable(Type.Enum([...ACTION_OUTCOMES], { default: '' })),
    'Reason of a failure; empty on success.',
  ),
  at: described(
    omittable(Type.String({ maxLength: 40, default: '' })),
    'Time of the action by the clock of the kiosk, ISO 8601.',
  ),
});

export type DeviceActionView = Static<typeof DeviceActionSchema>;
export type DeviceActionsAnswer = Static<typeof DeviceActionsAnswer>;
export type DeviceActionAnswer = Static<typeof DeviceActionAnswer>;
