/** Whether there is anything new to write of a device. */
import type { DeviceStatus } from '../../contract/device-status.ts';
import type { AlarmSince } from '../../rules/device-alarms.ts';

export function sameAlarms(one: readonly AlarmSince[], other: readonly AlarmSince[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ kind, since }, index) => other[index]?.kind === kind && other[index].since === since)
  );
}

/** What the screen shows changes with every touch, and is worth no writing. */
export function sameFacts(one: DeviceStatus, other: DeviceStatus): boolean {
  return JSON.stringify({ ...one, screen: '' }) === JSON.stringify({ ...other, screen: '' });
}
