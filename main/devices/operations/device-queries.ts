/** Devices and their history. */

import type { NoInput } from '../../queue/contract/request.ts';
import { query } from '../../store/contract/scope.ts';
import type { KeptDevice } from '../rules/device-history.ts';
import type { NumberedNews } from './device-rows.ts';

/** What is kept of all devices, wherever they are. */
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
  /** Only smaller numbers. */
  readonly before?: number;
  readonly limit: number;
}

/** The history of a device, newest first. */
export const deviceNews = query<DeviceNewsInput, readonly NumberedNews[]>({
  scope: 'location',
  snapshot: false,
  *run(rows, { locationId, deviceId, before, limit }) {
    return yield* rows.deviceNews(locationId, deviceId, before ?? Number.MAX_SAFE_INTEGER, limit);
  },
});
