import type { Effect } from '../../database/effect.ts';
import type { LimitAlarm } from '../contract/limits.ts';

export interface LimitRows {
  /** Those that stand, wherever. */
  openLimitAlarms(): Effect<readonly LimitAlarm[]>;
  openLimitAlarmsAt(locationId: string): Effect<readonly LimitAlarm[]>;
  /** Those that stand, or stood between two instants; the latest first. */
  limitAlarms(locationId: string, from: number, until: number, limit: number): Effect<readonly LimitAlarm[]>;
  limitAlarm(locationId: string, number: number): Effect<LimitAlarm | null>;
  /** The highest number of the location; 0 when there is none. */
  lastLimitAlarm(locationId: string): Effect<number>;
  /** In the place of the one with its number. */
  putLimitAlarm(alarm: LimitAlarm): Effect<void>;
  /** Those that ended before. */
  dropLimitAlarms(locationId: string, before: number): Effect<void>;
}
