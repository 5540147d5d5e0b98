import type { Effect } from '../../database/effect.ts';
import type { LimitAlarm } from '../contract/limits.ts';

export interface LimitRows {
  /** Open alerts of all locations. */
  openLimitAlarms(): Effect<readonly LimitAlarm[]>;
  openLimitAlarmsAt(locationId: string): Effect<readonly LimitAlarm[]>;
  /** Alerts open between two instants, latest first. */
  limitAlarms(locationId: string, from: number, until: number, limit: number): Effect<readonly LimitAlarm[]>;
  limitAlarm(locationId: string, number: number): Effect<LimitAlarm | null>;
  /** The highest number of the location; 0 if there is none. */
  lastLimitAlarm(locationId: string): Effect<number>;
  /** Replaces the alert with its number. */
  putLimitAlarm(alarm: LimitAlarm): Effect<void>;
  /** Deletes alerts that ended before. */
  dropLimitAlarms(locationId: string, before: number): Effect<void>;
}
