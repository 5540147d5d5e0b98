/** Operation that stores device states, histories and alarms. */
import type { Effects } from '../../database/effect.ts';
import { ok } from '../../lib/result.ts';
import type { Unit } from '../../store/contract/operation-context.ts';
import { operation } from '../../store/contract/scope.ts';
import { alarmChanges, type DeviceAlarmChange } from '../rules/device-alarms.ts';
import { deviceNews, type KeptDevice } from '../rules/device-history.ts';

/** So many entries are kept of each device. */
const MAX_NEWS = 200;

interface NoteDevicesInput {
  readonly locationId: string;
  readonly devices: readonly KeptDevice[];
  readonly gone: readonly string[];
}

/**
 * Keeps how devices are. What is new in it goes into their histories, and alarms are told, in the same transaction: however
 * often the same is said, each is told once.
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

/** Deleted, or moved to another location: whatever was wrong with it is over here. */
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
