/** How what is kept of a device stands in a row of either database. */
import type { KeptDevice } from '../rules/device-history.ts';
import { deviceAlarmsOf, deviceStatusOf } from './stored-state.ts';

export interface DeviceRow {
  readonly locationId: string;
  readonly deviceId: string;
  readonly status: string;
  readonly saidAt: number | null;
  readonly inTouch: number;
  readonly heardAt: number;
  readonly alarms: string;
}

export function keptDevice({ locationId, status, alarms, inTouch, ...row }: DeviceRow): KeptDevice & {
  readonly locationId: string;
} {
  return {
    ...row,
    locationId,
    isInTouch: inTouch === 1,
    status: deviceStatusOf(row.deviceId, status),
    alarms: deviceAlarmsOf(row.deviceId, alarms),
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
