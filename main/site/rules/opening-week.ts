/** Opening hours of the next days. */

import { atOnce, type SlicedWork } from '../../lib/steps.ts';
import { formatWallTime, instantFrom } from '../../lib/zone.ts';
import { weekdayOf } from '../../queue/rules/day/period.ts';
import { changeSteps, openSteps, type Schedule } from './opening-hours.ts';

export interface OpenDay {
  /** `yyyy-mm-dd`, from midnight to midnight. */
  readonly day: string;
  /** 1 (Monday) to 7. */
  readonly weekday: number;
  /** `hh:mm` in local time; an end at midnight is `24:00`. */
  readonly intervals: readonly { readonly from: string; readonly to: string }[];
}

const DAY_MS = 86_400_000;

/** Intervals in which all schedules are open, for a number of days from today. All schedules have the same zone. */
export function openDays(schedules: readonly Schedule[], zone: string, now: number, count = 7): readonly OpenDay[] {
  return atOnce(openDaySteps(schedules, zone, now, count));
}

/** Sliced version. */
export function* openDaySteps(
  schedules: readonly Schedule[],
  zone: string,
  now: number,
  count = 7,
): SlicedWork<readonly OpenDay[]> {
  const first = Date.parse(`${formatWallTime(now, zone).slice(0, 10)}T00:00:00Z`);
  const days: OpenDay[] = [];
  for (let place = 0; place < count; place += 1) {
    const midnight = first + place * DAY_MS;
    const day = new Date(midnight).toISOString().slice(0, 10);
    days.push({ day, weekday: weekdayOf(day), intervals: yield* intervalsOf(schedules, zone, midnight) });
  }
  return days;
}

/** Whether all schedules are open. */
export function* areOpen(schedules: readonly Schedule[], at: number): SlicedWork<boolean> {
  for (const schedule of schedules) if (!(yield* openSteps(schedule, at))) return false;
  return true;
}

/** Maximum changes of any schedule examined. */
const MAX_CHANGES = 200;

/** When the combined schedules open or close next; null if unknown. */
export function* nextTurn(schedules: readonly Schedule[], open: boolean, now: number): SlicedWork<number | null> {
  let at = now;
  for (let step = 0; step < MAX_CHANGES; step += 1) {
    const next = yield* nextOf(schedules, at, Number.POSITIVE_INFINITY);
    if (next === Number.POSITIVE_INFINITY) return null;
    at = next;
    if ((yield* areOpen(schedules, at)) !== open) return at;
  }
  return null;
}

function* intervalsOf(
  schedules: readonly Schedule[],
  zone: string,
  midnight: number,
): SlicedWork<OpenDay['intervals']> {
  const end = instantFrom(midnight + DAY_MS, zone);
  const intervals: { from: string; to: string }[] = [];
  let opened: number | null = null;
  const close = (at: number): void => {
    if (opened !== null) intervals.push({ from: hourOf(opened, zone), to: at === end ? '24:00' : hourOf(at, zone) });
    opened = null;
  };
  for (let at = instantFrom(midnight, zone); at < end; at = yield* nextOf(schedules, at, end)) {
    if (!(yield* areOpen(schedules, at))) close(at);
    else opened ??= at;
  }
  close(end);
  return intervals;
}

function* nextOf(schedules: readonly Schedule[], at: number, end: number): SlicedWork<number> {
  let next = end;
  for (const schedule of schedules) next = Math.min(next, (yield* changeSteps(schedule, at)) ?? end);
  return next;
}

function hourOf(instant: number, zone: string): string {
  return formatWallTime(instant, zone).slice(11, 16);
}
