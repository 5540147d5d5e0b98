/** Weekly opening hours, as set by users. */
import { DAYS, type Week } from '../../../main/lib/weekly-hours.ts';

export const EMPTY_WEEK: Week = { days: DAYS.map(() => []), closedOnHolidays: false };

export function writeWeek({ days, closedOnHolidays }: Week): string {
  const groups = new Map<string, number[]>();
  for (const [place, ranges] of days.entries()) {
    const times = ranges.map(({ from, to }) => `${from}-${to}`).join(',');
    if (times !== '') groups.set(times, [...(groups.get(times) ?? []), place]);
  }
  if (groups.size === 0) return 'off';
  const rules = [...groups].map(([times, places]) => `${writeDays(places)} ${times}`);
  return [...rules, ...(closedOnHolidays ? ['PH off'] : [])].join('; ');
}

function writeDays(places: readonly number[]): string {
  const runs: number[][] = [];
  for (const place of places) {
    const run = runs.at(-1);
    if (run?.at(-1) === place - 1) run.push(place);
    else runs.push([place]);
  }
  return runs
    .map((run) => {
      const [first = '', last = ''] = [DAYS[run[0] ?? 0], DAYS[run.at(-1) ?? 0]];
      return run.length === 1 ? first : run.length === 2 ? `${first},${last}` : `${first}-${last}`;
    })
    .join(',');
}

/** A typed time as `hh:mm`; null if it is invalid. */
export function readTime(text: string): string | null {
  const [, hours = '', minutes = '0'] = /^\s*(\d{1,2})(?:[:.h ]?(\d{2}))?\s*$/.exec(text) ?? [];
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (hours === '' || minute > 59 || hour * 60 + minute > 24 * 60) return null;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
