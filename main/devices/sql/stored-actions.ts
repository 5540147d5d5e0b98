/** Stored device actions, read and checked. */

import { isNumber, isOneOf, isOptional, isShaped, isText, readKept } from '../../database/stored-json.ts';
import { ACTION_OUTCOMES, ACTION_STATES, DEVICE_ACTIONS, PANEL_DEEDS } from '../contract/device-actions.ts';
import type { ActionActor, DeviceActionRecord } from '../operations/device-action-records.ts';

const isAction = isShaped<DeviceActionRecord>({
  id: isText,
  action: isOneOf([...DEVICE_ACTIONS, ...PANEL_DEEDS]),
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

export function deviceActionOf(id: string, body: string): DeviceActionRecord | null {
  return readKept<DeviceActionRecord>(body, isAction, { table: 'device_action', id });
}
