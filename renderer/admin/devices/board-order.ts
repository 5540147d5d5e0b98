/**
 * Order of the device board: worst and oldest issues first.
 *
 * Pure.
 */
import { ALARM_KINDS } from '../../../main/devices/contract/alarms.ts';
import type { DeviceAlarm } from '../../../main/devices/contract/device-alarms.ts';
import type { EventDevice } from '../../../main/events/contract/events.ts';
import type { LiveSnapshot } from '../../shared/live-feed.ts';

export type LiveDevices = ReadonlyMap<string, EventDevice>;

/** All devices with a known state, by id. */
export function liveDevices(live: ReadonlyMap<string, LiveSnapshot>): LiveDevices {
  const all = new Map<string, EventDevice>();
  for (const { state } of live.values()) for (const device of state?.devices ?? []) all.set(device.device_id, device);
  return all;
}

/** 0 for the worst alarm; devices without an alarm come last. */
function rankOf(alarm: DeviceAlarm | undefined): number {
  return alarm === undefined ? ALARM_KINDS.length : ALARM_KINDS.indexOf(alarm.kind);
}

/** Sorts items with an id; equal ones keep their order. */
export function worstFirst<Thing extends { readonly id?: unknown }>(
  things: readonly Thing[],
  devices: LiveDevices,
): readonly Thing[] {
  const ranked = things.map((thing) => {
    const alarm = devices.get(String(thing.id))?.alarms[0];
    return { thing, rank: rankOf(alarm), since: alarm?.since ?? '' };
  });
  ranked.sort(
    (one, other) => one.rank - other.rank || (one.since < other.since ? -1 : one.since > other.since ? 1 : 0),
  );
  return ranked.map(({ thing }) => thing);
}
