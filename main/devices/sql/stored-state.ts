/** Stored state of a device, read and checked. Damaged text counts as empty. */

import { isListOf, isNumber, isRecordOf, isShaped, isText, readKept } from '../../database/stored-json.ts';
import { type DeviceStatus, UNKNOWN_STATUS } from '../contract/device-status.ts';
import type { AlarmSince } from '../rules/device-alarms.ts';

const isStatus = (value: unknown): boolean =>
  isRecordOf(() => true)(value) &&
  Object.entries(UNKNOWN_STATUS).every(([field, nothing]) => {
    const said = (value as Record<string, unknown>)[field];
    return said === undefined || typeof said === typeof nothing;
  });

const areAlarms = isListOf(isShaped<AlarmSince>({ kind: isText, since: isNumber }));

/** What a device said last; nothing where that cannot be read. A program of another version may have known other words. */
export function deviceStatusOf(deviceId: string, text: string): DeviceStatus {
  return {
    ...UNKNOWN_STATUS,
    ...readKept<Partial<DeviceStatus>>(text, isStatus, { table: 'device_state', id: deviceId }),
  };
}

export function deviceAlarmsOf(deviceId: string, text: string): readonly AlarmSince[] {
  return readKept<readonly AlarmSince[]>(text, areAlarms, { table: 'device_state', id: deviceId }) ?? [];
}
