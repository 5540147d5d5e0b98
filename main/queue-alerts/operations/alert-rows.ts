import type { Step } from '../../database/effect.ts';
import type { LimitAlarm } from '../contract/limits.ts';

export interface LimitRows {
  /** Those that stand, wherever. */
  openLimitAlarms(): Step<readonly LimitAlarm[]>;
  openLimitAlarmsAt(locationId: string): Step<readonly LimitAlarm[]>;
  /** Those that stand, or stood between two instants; the latest first. */
  limitAlarms(locationId: string, from: number, until: number, limit: number): Step<readonly LimitAlarm[]>;
  limitAlarm(locationId: string, number: number): Step<LimitAlarm | null>;
  /** The highest number of the location; 0 when there is none. */
  lastLimitAlarm(locationId: string): Step<number>;
  /** In the place of the one with its number. */
  putLimitAlarm(alarm: LimitAlarm): Step<void>;
  /** Those that ended before. */
  dropLimitAlarms(locationId: string, before: number): Step<void>;
}
