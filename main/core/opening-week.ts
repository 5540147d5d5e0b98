/** The hours at which a place is open on the days to come, for people to look at. */
import { isOpen, nextChange, type Schedule } from './opening-hours.ts';
import { weekdayOf } from './reports/period.ts';
import { formatWallTime, instantFrom } from './zone.ts';

export interface OpenDay {
  /** `yyyy-mm-dd` of the calendar, from midnight to midnight. */
  readonly day: string;
  /** 1 (Monday) to 7. */
  readonly weekday: number;
  /** `hh:mm` of the wall clock; an end at midnight is `24:00`. */
  readonly intervals: readonly { readonly from: string; readonly to: string }[];
}

const DAY_MS = 86_400_000;

/** When all of the schedules are open, on so many days from the one that it is. All of them are of the same zone. */
export function openDays(schedules: readonly Schedule[], zone: string, now: number, count = 7): readonly OpenDay[] {
  const first = Date.parse(`${formatWallTime(now, zone).slice(0, 10)}T00:00:00Z`);
  return Array.from({ length: count }, (_, place) => {
    const midnight = first + place * DAY_MS;
    const day = new Date(midnight).toISOString().slice(0, 10);
    return { day, weekday: weekdayOf(day), intervals: intervalsOf(schedules, zone, midnight) };
  });
}

function intervalsOf(schedules: readonly Schedule[], zone: string, midnight: number): OpenDay['intervals'] {
  const end = instantFrom(midnight + DAY_MS, zone);
  const intervals: { from: string; to: string }[] = [];
  let opened: number | null = null;
  const close = (at: number): void => {
    if (opened !== null) intervals.push({ from: hourOf(opened, zone), to: at === end ? '24:00' : hourOf(at, zone) });
    opened = null;
  };
  for (let at = instantFrom(midnight, zone); at < end; at = nextOf(schedules, at, end)) {
    if (!schedules.every((schedule) => isOpen(schedule, at))) close(at);
    else opened ??= at;
  }
  close(end);
  return intervals;
}

function nextOf(schedules: readonly Schedule[], at: number, end: number): number {
  return Math.min(end, ...schedules.map((schedule) => nextChange(schedule, at) ?? end));
}

function hourOf(instant: number, zone: string): string {
  return formatWallTime(instant, zone).slice(11, 16);
}
