/**
 * Weekly opening hours, as set by users and in OpenStreetMap syntax. Other schedules (months, dates, "sunrise") stay
 * text.
 */
export interface TimeRange {
  /** `hh:mm`. */
  readonly from: string;
  readonly to: string;
}

export interface Week {
  /** Monday first. */
  readonly days: readonly (readonly TimeRange[])[];
  readonly closedOnHolidays: boolean;
}

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const;
const RULE = /^(?:((?:Mo|Tu|We|Th|Fr|Sa|Su|PH)[A-Za-z,\- ]*?)\s+)?(off|closed|[0-9:,\- ]+)$/;
const RANGE = /^([01]?\d|2[0-4]):([0-5]\d)\s*-\s*([01]?\d|2[0-4]):([0-5]\d)$/;

export const EMPTY_WEEK: Week = { days: DAYS.map(() => []), closedOnHolidays: false };

/** Null if the text says more than a weekly schedule. */
export function readWeek(text: string): Week | null {
  const trimmed = text.trim();
  if (trimmed === '24/7') return { days: DAYS.map(() => [{ from: '00:00', to: '24:00' }]), closedOnHolidays: false };
  const days: (readonly TimeRange[])[] = DAYS.map(() => []);
  let closedOnHolidays = false;
  for (const rule of trimmed.split(';').map((part) => part.trim())) {
    if (rule === '') continue;
    const [, named = 'Mo-Su', times = ''] = RULE.exec(rule) ?? [];
    if (times === '') return null;
    const ranges = times === 'off' || times === 'closed' ? [] : readRanges(times);
    if (ranges === null) return null;
    if (named.trim() === 'PH') {
      if (ranges.length > 0) return null;
      closedOnHolidays = true;
      continue;
    }
    const places = readDays(named);
    if (places === null) return null;
    for (const place of places) days[place] = ranges;
  }
  return { days, closedOnHolidays };
}

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

function readRanges(text: string): readonly TimeRange[] | null {
  const ranges = text.split(',').map((part) => {
    const found = RANGE.exec(part.trim());
    if (found === null) return null;
    const [, fromHour = '', fromMinute = '', toHour = '', toMinute = ''] = found;
    return { from: `${fromHour.padStart(2, '0')}:${fromMinute}`, to: `${toHour.padStart(2, '0')}:${toMinute}` };
  });
  return ranges.every((range) => range !== null) ? ranges : null;
}

function readDays(text: string): readonly number[] | null {
  const places: number[] = [];
  for (const part of text.replaceAll(' ', '').split(',')) {
    const [first = '', last = first] = part.split('-');
    const [from, to] = [DAYS.indexOf(first as 'Mo'), DAYS.indexOf(last as 'Mo')];
    if (from < 0 || to < 0) return null;
    for (let place = from; ; place = (place + 1) % 7) {
      places.push(place);
      if (place === to) break;
    }
  }
  return places;
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
