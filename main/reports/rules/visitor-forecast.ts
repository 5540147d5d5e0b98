/**
 * Forecast of visitors by hour.
 *
 * It averages past days of the same weekday, and skips days without tickets, which were closed. Closed hours and days
 * have no forecast.
 */
import { daysBefore } from '../../queue/rules/day/calendar.ts';
import type { PeriodFigures } from '../../queue/rules/day/period.ts';
import { weekdayOf } from '../../queue/rules/day/period.ts';

/** Two months: long enough for an average, short enough to follow the season. */
export const FORECAST_WEEKS = 8;

export interface DayForecast {
  readonly day: string;
  /** 1 (Monday) to 7. */
  readonly weekday: number;
  /** Whether the location is closed on that day. */
  readonly closed: boolean;
  /** Number of past days in the average; 0: no forecast. */
  readonly days: number;
  /** Expected tickets in each of 24 hours, to a tenth. */
  readonly hours: readonly number[];
  /** Total of the day. */
  readonly total: number;
}

/** Business days needed for the forecast of a day, both included. Excludes `today`, which has not ended. */
export function forecastSpan(day: string, today: string): { readonly from: string; readonly to: string } {
  return { from: daysBefore(day, FORECAST_WEEKS * 7), to: daysBefore(today, 1) };
}

/**
 * @param past figures of the days of `forecastSpan`
 * @param open whether the location is open in each of the 24 hours
 */
export function forecastOf(
  day: string,
  past: Pick<PeriodFigures, 'days' | 'issuedByWeekdayAndHour'>,
  open: readonly boolean[],
): DayForecast {
  const weekday = weekdayOf(day);
  const days = past.days.filter(({ key, issued }) => issued > 0 && weekdayOf(key) === weekday).length;
  const sums = (past.issuedByWeekdayAndHour[weekday - 1] ?? []).map((sum, hour) => (open[hour] === true ? sum : 0));
  const tenths = (sum: number): number => (days === 0 ? 0 : Math.round((sum / days) * 10) / 10);
  return {
    day,
    weekday,
    closed: !open.includes(true),
    days,
    hours: Array.from({ length: 24 }, (_, hour) => tenths(sums[hour] ?? 0)),
    total: tenths(sums.reduce((all, each) => all + each, 0)),
  };
}
