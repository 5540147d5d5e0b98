import type { Effect } from '../../database/effect.ts';
import type { DeviceActionRecord, DeviceActionResult, DeviceAudit } from './device-action-records.ts';

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
