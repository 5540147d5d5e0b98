/** Entries of a device's history, derived from state changes. */
import type { DeviceStatus } from '../contract/device-status.ts';
import { type AlarmSince, alarmChanges } from './device-alarms.ts';

/** Record of a device that survives restarts. Instants are epoch milliseconds. */
export interface KeptDevice {
  readonly deviceId: string;
  /** Last report and its time. */
  readonly status: DeviceStatus;
  readonly saidAt: number | null;
  /** Whether it was connected at the time of the write; `heardAt`: the last contact. */
  readonly isInTouch: boolean;
  readonly heardAt: number;
  readonly alarms: readonly AlarmSince[];
}

export const DEVICE_NEWS = ['came', 'went', 'alarm', 'alarm-ended', 'roll-changed'] as const;

export interface DeviceNews {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly what: (typeof DEVICE_NEWS)[number];
  /** Kind of the alarm; otherwise empty. */
  readonly alarm: string;
}

/** Oldest first. */
export function deviceNews(before: KeptDevice | null, after: KeptDevice, now: number): readonly DeviceNews[] {
  const news: DeviceNews[] = [];
  if (after.isInTouch !== (before?.isInTouch ?? false)) {
    news.push({ at: after.isInTouch ? now : after.heardAt, what: after.isInTouch ? 'came' : 'went', alarm: '' });
  }
  for (const { kind, endedAt } of alarmChanges(before?.alarms ?? [], after.alarms, now)) {
    news.push({ at: now, what: endedAt === null ? 'alarm' : 'alarm-ended', alarm: kind });
  }
  const { roll_since: roll } = after.status;
  if (before !== null && roll !== '' && roll !== before.status.roll_since) {
    news.push({ at: Date.parse(roll) || now, what: 'roll-changed', alarm: '' });
  }
  return news;
}
