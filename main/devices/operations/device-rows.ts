/** Row functions of devices and their remote actions. */
import type { Effect } from '../../database/effect.ts';
import type { DeviceNews, KeptDevice } from '../rules/device-history.ts';
import type { DeviceActionRecord, DeviceActionResult, DeviceAudit } from './device-action-records.ts';

export interface DeviceRows {
  /** Of all locations, or of one. */
  keptDevices(): Effect<readonly (KeptDevice & { readonly locationId: string })[]>;
  keptDevice(locationId: string, deviceId: string): Effect<KeptDevice | null>;
  putDevice(locationId: string, device: KeptDevice): Effect<void>;
  /** Deletes a device's record and history. */
  dropDevice(locationId: string, deviceId: string): Effect<void>;
  /** Newest first, with smaller numbers than `before`. */
  deviceNews(locationId: string, deviceId: string, before: number, limit: number): Effect<readonly NumberedNews[]>;
  putDeviceNews(locationId: string, deviceId: string, news: NumberedNews): Effect<void>;
  /** Deletes entries up to this number. */
  dropDeviceNews(locationId: string, deviceId: string, until: number): Effect<void>;
  /** Deletes entries of all devices of the location before an instant. */
  dropOldDeviceNews(locationId: string, before: number): Effect<void>;
}

/** An entry of a device's history. Numbers increase. */
export interface NumberedNews extends DeviceNews {
  readonly number: number;
}

export interface DeviceActionRows {
  /** Newest first. */
  deviceActions(deviceId: string, limit: number): Effect<readonly DeviceActionRecord[]>;
  deviceAction(id: string): Effect<DeviceActionRecord | null>;
  /** Inserts or replaces by id. */
  putDeviceAction(record: DeviceActionRecord): Effect<void>;
  /** Null without a result since that instant. */
  deviceActionResult(id: string, since: number): Effect<DeviceActionResult | null>;
  putDeviceActionResult(id: string, result: DeviceActionResult, now: number): Effect<void>;
  /** Deletes results up to that instant. */
  dropDeviceActionResults(until: number): Effect<void>;
  /** Deletes actions requested before. */
  dropDeviceActions(before: number): Effect<void>;
  /** Adds an entry to the audit log; `changeId` identifies the change. */
  noteInAudit(entry: DeviceAudit, changeId: string, now: number): Effect<void>;
  /** Time of the device's own entry with this rank, 0 for its newest; null when there are fewer. */
  auditedAt(deviceId: string, rank: number): Effect<number | null>;
}
