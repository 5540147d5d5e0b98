/** Ours: what staff have a device do from afar, and what the device says of it. */
import Type, { type Static } from 'typebox';
import {
  ACTION_OUTCOMES,
  DEVICE_ACTIONS,
  MOST_LOG_LETTERS,
  MOST_PICTURE_LETTERS,
  PANEL_DEEDS,
} from '../device-actions.ts';
import { omittable, requiredId } from './parameters.ts';
import { success, text } from './shapes.ts';

const MOST_TICKET_LETTERS = 100;

export const AskDeviceParameters = Type.Object({
  id: requiredId,
  action: Type.Enum([...DEVICE_ACTIONS]),
  ticket: omittable(Type.String({ maxLength: MOST_TICKET_LETTERS, default: '' })),
  message: omittable(Type.Record(Type.String(), Type.String(), { default: {} })),
});

export const DeviceActionsParameters = Type.Object({ id: requiredId });
export const DeviceActionParameters = Type.Object({ id: requiredId, action_id: requiredId });

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
  /** ISO instants; empty for what was not yet. */
  asked_at: text,
  /** Who has not taken it by then does not do it. */
  expires_at: text,
  taken_at: text,
  ended_at: text,
  /** `asked`, `taken`, `done`, `failed`, `expired`. */
  state: text,
  /** Why it failed; of a print that is done also `sent`: nothing confirms it. Else empty. */
  outcome: text,
});

export const AskDeviceAnswer = Type.Object({ success, action: DeviceActionSchema });
export const DeviceActionsAnswer = Type.Object({
  success,
  /** What the device says it does, and may be asked for now. */
  can: Type.Array(text),
  /** The last twenty, newest first. */
  actions: Type.Array(DeviceActionSchema),
});
export const DeviceActionAnswer = Type.Object({
  success,
  action: DeviceActionSchema,
  /** PNG in base64, for an hour; else empty. */
  picture: text,
  /** One JSON line an event of the last hour, for an hour; else empty. */
  text,
});

/** What a device has to do, as its heartbeat is told. */
export const AskedActionSchema = Type.Object({
  id: text,
  action: text,
  ticket: text,
  message: Type.Record(Type.String(), Type.String()),
  asked_by: Type.Optional(text),
});

export const TakeActionParameters = Type.Object({ device_id: requiredId, action_id: requiredId });
export const EndActionParameters = Type.Object({
  device_id: requiredId,
  action_id: requiredId,
  ended: Type.Enum(['done', 'failed']),
  outcome: omittable(Type.Enum([...ACTION_OUTCOMES], { default: '' })),
  picture: omittable(Type.String({ maxLength: MOST_PICTURE_LETTERS, default: '' })),
  log: omittable(Type.String({ maxLength: MOST_LOG_LETTERS, default: '' })),
});

/** What somebody did at the kiosk itself. */
export const DoneAtKioskParameters = Type.Object({
  device_id: requiredId,
  action_id: requiredId,
  action: Type.Enum([...PANEL_DEEDS]),
  ticket: omittable(Type.String({ maxLength: MOST_TICKET_LETTERS, default: '' })),
  outcome: omittable(Type.Enum([...ACTION_OUTCOMES], { default: '' })),
  at: omittable(Type.String({ maxLength: 40, default: '' })),
});

export type DeviceActionView = Static<typeof DeviceActionSchema>;
export type DeviceActionsAnswer = Static<typeof DeviceActionsAnswer>;
export type DeviceActionAnswer = Static<typeof DeviceActionAnswer>;
