/** Operation that stores device states, histories and alarms. */
import type { Effects } from '../../database/effect.ts';
import { ok } from '../../lib/result.ts';
import type { Unit } from '../../store/contract/operation-context.ts';
import { operation } from '../../store/contract/scope.ts';
import { alarmChanges, type DeviceAlarmChange } from '../rules/device-alarms.ts';
import { deviceNews, type KeptDevice } from '../rules/device-history.ts';

/** Limit of entries per device. */
const MAX_NEWS = 200;

interface NoteDevicesInput {
  readonly locationId: string;
  readonly devices: readonly KeptDevice[];
  readonly gone: readonly string[];
}

/**
 * Stores device states. History entries and alarm events are written in the same transaction, so that a repeated call
 * reports each only once.
 */
export const noteDevices = operation<NoteDevicesInput, null>({
  scope: 'location',
  startsDay: false,
  prefetch: [],
  *run(unit, { locationId, devices, gone }) {
    for (const device of devices) yield* note(unit, locationId, device);
    for (const deviceId of gone) yield* forget(unit, locationId, deviceId);
    return ok(null);
  },
});

/** Deletes the record of a device that was deleted or moved, and ends its alarms here. */
function* forget(unit: Unit, locationId: string, deviceId: string): Effects<void> {
  const before = yield* unit.rows.keptDevice(locationId, deviceId);
  yield* unit.rows.dropDevice(locationId, deviceId);
  tell(unit, locationId, deviceId, alarmChanges(before?.alarms ?? [], [], unit.now));
}

function* note(unit: Unit, locationId: string, device: KeptDevice): Effects<void> {
  const { rows, now } = unit;
  const { deviceId } = device;
  const before = yield* rows.keptDevice(locationId, deviceId);
  yield* rows.putDevice(locationId, device);
  const news = deviceNews(before, device, now);
  if (news.length > 0) {
    const [last] = yield* rows.deviceNews(locationId, deviceId, Number.MAX_SAFE_INTEGER, 1);
    let number = last?.number ?? 0;
    for (const each of news) {
      number += 1;
      yield* rows.putDeviceNews(locationId, deviceId, { ...each, number });
    }
    if (number > MAX_NEWS) yield* rows.dropDeviceNews(locationId, deviceId, number - MAX_NEWS);
  }
  tell(unit, locationId, deviceId, alarmChanges(before?.alarms ?? [], device.alarms, now));
}

function tell({ emit }: Unit, locationId: string, deviceId: string, changes: readonly DeviceAlarmChange[]): void {
  for (const change of changes) {
    emit({
      type: 'device.alarm',
      locationId,
      serviceId: '',
      ticketId: '',
      deskId: '',
      alarm: { deviceId, ...change },
    });
  }
}
