/**
 * Schedule of mailed reports, with the days they cover.
 *
 * In local time of a zone; a time skipped by a clock change is replaced by the next existing one.
 */
import { formatWallTime, instantFrom } from '../../lib/zone.ts';
import { daysBefore } from '../../queue/rules/day/calendar.ts';
import { weekdayOf } from '../../queue/rules/day/period.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { ReportSchedule, ReportView } from '../contract/report-views.ts';

/** Time zone of a report's schedule: that of its first location. */
export function zoneOfView({ locations: [first] }: Pick<ReportView, 'locations'>, site: Site): string {
  const location = first === undefined ? site.locations[0] : site.location(first);
  return location?.timezone ?? 'UTC';
}

/** At least a month, so that the previous date is always found. */
const LOOK_BACK_DAYS = 32;

export interface DueReport {
  /** Scheduled day, `yyyy-mm-dd`; identifies the mail. */
  readonly day: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The last scheduled time up to an instant; null without a schedule. */
export function lastDue(schedule: ReportSchedule, zone: string, now: number): DueReport | null {
  if (schedule.every === 'never') return null;
  const today = formatWallTime(now, zone).slice(0, 10);
  for (let back = 0; back < LOOK_BACK_DAYS; back += 1) {
    const day = daysBefore(today, back);
    if (!isItsDay(schedule, day)) continue;
    const at = instantFrom(Date.parse(`${day}T${String(schedule.hour).padStart(2, '0')}:00:00Z`), zone);
    if (at <= now) return { day, at };
  }
  return null;
}

function isItsDay({ every, weekday, monthday }: ReportSchedule, day: string): boolean {
  if (every === 'week') return weekdayOf(day) === weekday;
  return every !== 'month' || Number(day.slice(8)) === monthday;
}

/** Days covered by a report sent on a day, both included. */
export function daysSent(
  { every }: Pick<ReportSchedule, 'every'>,
  day: string,
): { readonly from: string; readonly to: string } {
  const to = daysBefore(day, 1);
  if (every === 'week') return { from: daysBefore(day, 7), to };
  if (every !== 'month') return { from: to, to };
  const lastOfBefore = daysBefore(`${day.slice(0, 8)}01`, 1);
  return { from: `${lastOfBefore.slice(0, 8)}01`, to: lastOfBefore };
}
