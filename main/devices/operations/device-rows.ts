/** Row functions of devices and their remote actions. */
import type { Effect } from '../../database/effect.ts';
import type { DeviceNews, KeptDevice } from '../rules/device-history.ts';
import type { DeviceActionRecord, DeviceActionResult, DeviceAudit } from './device-action-records.ts';

export interface DeviceRows {
  /** Of all locations, or of one. */
  keptDevices(): Effect<readonly (KeptDevice & { readonly locationId: string })[]>;
  keptDevice(locationId: string, deviceId: string): Effect<KeptDevice | null>;
  putDevice(locationId: string, device: KeptDevice): Effect<void>;
  /** With its history. */
  dropDevice(locationId: string, deviceId: string): Effect<void>;
  /** Newest first, with smaller numbers. */
  deviceNews(locationId: string, deviceId: string, before: number, limit: number): Effect<readonly NumberedNews[]>;
  putDeviceNews(locationId: string, deviceId: string, news: NumberedNews): Effect<void>;
  /** Those with that number or a smaller one. */
  dropDeviceNews(locationId: string, deviceId: string, until: number): Effect<void>;
  /** Those of all devices of the location that are older than an instant. */
  dropOldDeviceNews(locationId: string, before: number): Effect<void>;
}

/** An entry of the history of a device. The number grows. */
export interface NumberedNews extends DeviceNews {
  readonly number: number;
}

export interface DeviceActionRows {
  /** Newest first. */
  deviceActions(deviceId: string, limit: number): Effect<readonly DeviceActionRecord[]>;
  deviceAction(id: string): Effect<DeviceActionRecord | null>;
  /** In the place of the one with its id. */
  putDeviceAction(record: DeviceActionRecord): Effect<void>;
  /** Null when nothing came of it since that instant. */
  deviceActionResult(id: string, since: number): Effect<DeviceActionResult | null>;
  putDeviceActionResult(id: string, result: DeviceActionResult, now: number): Effect<void>;
  /** Those that came then or before. */
  dropDeviceActionResults(until: number): Effect<void>;
  /** Those that were asked before. */
  dropDeviceActions(before: number): Effect<void>;
  /** A line in the log of changes; `changeId` names the change. */
  noteInAudit(entry: DeviceAudit, changeId: string, now: number): Effect<void>;
  /** When the device's own entry of that rank was written there, 0 for its newest; null when there are fewer. */
  auditedAt(deviceId: string, rank: number): Effect<number | null>;
}
