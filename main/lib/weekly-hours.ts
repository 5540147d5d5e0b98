/** Weekly opening hours in OpenStreetMap syntax. Other schedules (months, dates, "sunrise") are not weekly. */
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

/** Names of the weekdays, Monday first. */
export const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const;
const RULE = /^(?:((?:Mo|Tu|We|Th|Fr|Sa|Su|PH)[A-Za-z,\- ]*?)\s+)?(off|closed|[0-9:,\- ]+)$/;
const RANGE = /^([01]?\d|2[0-4]):([0-5]\d)\s*-\s*([01]?\d|2[0-4]):([0-5]\d)$/;

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

/** Times by weekday, Monday first. */
export type WeekHours = Week['days'];

/** Single closed days at the end of a schedule: `; 2026 Dec 24-2027 Jan 01 off "Between the years"`. */
const DATE = String.raw`\d{4} [A-Z][a-z]{2} \d{2}`;
const CLOSED_DAYS = new RegExp(`(?:;\\s*${DATE}(?:-${DATE})? off(?: "[^"]*")?)+\\s*$`);

/**
 * Times at which all these schedules are usually open; null where one is not weekly, or none limits them. Ignores single
 * closed days.
 */
export function commonHours(schedules: readonly string[]): WeekHours | null {
  const usual = schedules.map((text) => text.replace(CLOSED_DAYS, '').trim());
  const weeks = usual.filter((text) => text !== '' && text !== '24/7').map(readWeek);
  const [first, ...others] = weeks.map((week) => week?.days ?? null);
  if (first === undefined || first === null) return null;
  let common: WeekHours = first;
  for (const days of others) {
    if (days === null || common.some(pastMidnight) || days.some(pastMidnight)) return null;
    common = common.map((ranges, day) => overlap(ranges, days[day] ?? []));
  }
  return common;
}

const pastMidnight = (ranges: readonly TimeRange[]): boolean => ranges.some(({ from, to }) => to < from);

function overlap(some: readonly TimeRange[], others: readonly TimeRange[]): readonly TimeRange[] {
  return some
    .flatMap((one) =>
      others.map((other) => ({
        from: one.from > other.from ? one.from : other.from,
        to: one.to < other.to ? one.to : other.to,
      })),
    )
    .filter(({ from, to }) => from < to);
}
