/** Queries for devices, their history and remote actions. */

import type { NoInput } from '../../queue/contract/request.ts';
import { query } from '../../store/contract/scope.ts';
import { ACTION_RESULT_MS } from '../contract/device-actions.ts';
import type { KeptDevice } from '../rules/device-history.ts';
import type { DeviceActionRecord, DeviceActionResult } from './device-action-records.ts';
import type { NumberedNews } from './device-rows.ts';

/** Stored records of all devices in all locations. */
export const keptDevices = query<NoInput, readonly (KeptDevice & { readonly locationId: string })[]>({
  scope: 'global',
  snapshot: false,
  *run(rows) {
    return yield* rows.keptDevices();
  },
});

interface DeviceNewsInput {
  readonly locationId: string;
  readonly deviceId: string;
  /** Entries with smaller numbers only. */
  readonly before?: number;
  readonly limit: number;
}

/** History of a device, newest first. */
export const deviceNews = query<DeviceNewsInput, readonly NumberedNews[]>({
  scope: 'location',
  snapshot: false,
  *run(rows, { locationId, deviceId, before, limit }) {
    return yield* rows.deviceNews(locationId, deviceId, before ?? Number.MAX_SAFE_INTEGER, limit);
  },
});

/** Actions of a device, newest first. */
export const deviceActions = query<
  { readonly deviceId: string; readonly limit: number },
  readonly DeviceActionRecord[]
>({
  scope: 'global',
  snapshot: false,
  *run(rows, { deviceId, limit }) {
    return yield* rows.deviceActions(deviceId, limit);
  },
});

interface RecordWithResult {
  readonly record: DeviceActionRecord;
  readonly result: DeviceActionResult | null;
}

/** An action with its screenshot or log of the last hour. */
export const deviceAction = query<{ readonly id: string; readonly now: number }, RecordWithResult | null>({
  scope: 'global',
  snapshot: true,
  *run(rows, { id, now }) {
    const record = yield* rows.deviceAction(id);
    return record === null ? null : { record, result: yield* rows.deviceActionResult(id, now - ACTION_RESULT_MS) };
  },
});
