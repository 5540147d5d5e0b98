/**
 * Schedule of mailed reports, with the days they cover.
 *
 * By the clock of a zone; what its clocks skip comes as soon as they go on.
 */

import { formatWallTime, instantFrom } from '../../lib/zone.ts';
import { daysBefore } from '../../queue/rules/day/calendar.ts';
import { weekdayOf } from '../../queue/rules/day/period.ts';
import type { ReportSchedule } from '../contract/report-views.ts';

/** No month is longer, so that the time before is always found. */
const LOOK_BACK_DAYS = 32;

export interface DueReport {
  /** The day on which it is sent, `yyyy-mm-dd`: what tells one from the next. */
  readonly day: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The last time at which a report was to be sent, that instant included; null when it is never sent. */
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

/** The days that a report is of which is sent on that day, both included. */
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
