import type { Effect } from '../../database/effect.ts';
import type { DeviceNews, KeptDevice } from '../rules/device-history.ts';

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
