/** Actions that staff asked of devices. */

import { query } from '../../store/contract/scope.ts';
import { ACTION_RESULT_MS } from '../contract/device-actions.ts';
import type { DeviceActionRecord, DeviceActionResult } from './device-action-records.ts';

/** What was asked of a device, newest first. */
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

/** One of them, with the picture or log that came of it in the last hour. */
export const deviceAction = query<{ readonly id: string; readonly now: number }, RecordWithResult | null>({
  scope: 'global',
  snapshot: true,
  *run(rows, { id, now }) {
    const record = yield* rows.deviceAction(id);
    return record === null ? null : { record, result: yield* rows.deviceActionResult(id, now - ACTION_RESULT_MS) };
  },
});
