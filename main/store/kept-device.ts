/** How what is kept of a device stands in a row of either database. */
import { type DeviceStatus, UNKNOWN_STATUS } from '../contract/device-status.ts';
import type { AlarmSince } from '../core/device-alarms.ts';
import type { KeptDevice } from '../core/device-history.ts';

export interface DeviceRow {
  readonly locationId: string;
  readonly deviceId: string;
  readonly status: string;
  readonly saidAt: number | null;
  readonly inTouch: number;
  readonly heardAt: number;
  readonly alarms: string;
}

/** A program of another version may have known other words of a status. */
export function keptDevice({ locationId, status, alarms, inTouch, ...row }: DeviceRow): KeptDevice & {
  readonly locationId: string;
} {
  return {
    ...row,
    locationId,
    isInTouch: inTouch === 1,
    status: { ...UNKNOWN_STATUS, ...(JSON.parse(status) as Partial<DeviceStatus>) },
    alarms: JSON.parse(alarms) as readonly AlarmSince[],
  };
}

/** In the order of the columns, behind the location. */
export function deviceValues({ deviceId, status, saidAt, isInTouch, heardAt, alarms }: KeptDevice) {
  return [
    deviceId,
    JSON.stringify(status),
    saidAt,
    isInTouch ? 1 : 0,
    heardAt,
    JSON.stringify(alarms.map(({ kind, since }) => ({ kind, since }))),
  ] as const;
}
