/**
 * Opening hours in OpenStreetMap syntax, in a location's time zone.
 *
 * The package `opening_hours` uses the time zone of the process. So the process must run in UTC (`TZ=UTC`, which every
 * entry point and the tests set first), and instants are passed as the location's local time written as UTC. An empty
 * schedule is always open.
 */

import OpeningHours from 'opening_hours';
import { messageOf } from '../../lib/error-message.ts';
import { atOnce, type SlicedWork } from '../../lib/steps.ts';
import { instantFrom, zoneOffset } from '../../lib/zone.ts';

/** Parsed schedules by text, least recently used first: parsing one takes up to 30 ms. */
const parsed = new Map<string, OpeningHours>();
const MAX_PARSED = 1000;
/** Total length of all keys: a schedule uses memory by its length. */
const MAX_PARSED_LETTERS = 200_000;
let parsedLetters = 0;

/** Maximum changes examined before a schedule counts as constant. */
const MAX_STEPS = 400;
/** A service that does not open within this time counts as permanently closed. */
const HORIZON_MS = 366 * 86_400_000;

const COUNTRY = /^[A-Za-z]{2}$/;
const DAY_MS = 86_400_000;
const NOON = 12;

/** Limits against slow input: on many comments or a long word, the package would search for seconds. */
const MAX_QUOTES = 100;
const LONG_WORD = /[^\s\d:;,"()+-]{60,}/;

/** Normalises whitespace: the package would try all ways to split many spaces, with exponential time. */
function readable(schedule: string): string {
  const text = schedule.trim().replace(/\s+/g, ' ');
  const parts = text.split('"');
  if (parts.length > MAX_QUOTES) throw new Error('too many comments');
  if (parts.some((part, place) => place % 2 === 0 && LONG_WORD.test(part))) throw new Error('a word is too long');
  return text;
}

function parse(written: string, country: string): OpeningHours {
  const schedule = readable(written);
  const key = `${country}\n${schedule}`;
  const known = parsed.get(key);
  if (known !== undefined) {
    parsed.delete(key);
    parsed.set(key, known);
    return known;
  }
  if (new Date(0).getTimezoneOffset() !== 0 || new Date(1.5e12).getTimezoneOffset() !== 0) {
    throw new Error('Opening hours need the time zone UTC: set TZ=UTC before the first date is created.');
  }
  const place = COUNTRY.test(country)
    ? { lat: 0, lon: 0, address: { country_code: country.toLowerCase(), state: '' } }
    : null;
  const hours = new OpeningHours(schedule, place);
  parsed.set(key, hours);
  parsedLetters += key.length;
  for (const oldest of parsed.keys()) {
    if (parsed.size <= MAX_PARSED && parsedLetters <= MAX_PARSED_LETTERS) break;
    parsed.delete(oldest);
    parsedLetters -= oldest.length;
  }
  return hours;
}

/** Why a schedule is invalid; null if it is valid. */
export function scheduleFault(schedule: string, country = ''): string | null {
  if (schedule.trim() === '') return null;
  if (/\b[PS]H\b/.test(schedule) && !COUNTRY.test(country)) {
    return 'contains holidays, but the country of the location is not set as two letters';
  }
  try {
    parse(schedule, country).getState(new Date(0));
    return null;
  } catch (error) {
    return `is not valid as opening hours (${messageOf(error).trim()})`;
  }
}

/** A schedule with its time zone and country. */
export interface Schedule {
  readonly text: string;
  /** IANA zone such as `Europe/Lisbon`. */
  readonly zone: string;
  /** Two letters, for public holidays (`PH`); empty if unknown. */
  readonly country?: string;
}

/** Cached state of a schedule and its validity: needed for every ticket. */
interface Span {
  readonly from: number;
  readonly until: number;
  readonly open: boolean;
  /** Next change; null if there is none within a year of `from`. */
  readonly next: number | null;
}
const spans = new Map<string, Span>();

export function isOpen(schedule: Schedule, instant: number): boolean {
  if (schedule.text.trim() === '') return true;
  return spanAt(schedule, instant)?.open ?? atOnce(openSteps(schedule, instant));
}

function spanAt(schedule: Schedule, instant: number): Span | undefined {
  const known = spans.get(spanKey(schedule));
  return known !== undefined && instant >= known.from && instant < known.until ? known : undefined;
}

function spanKey({ text, zone, country = '' }: Schedule): string {
  return `${zone}\n${country}\n${text}`;
}

/** Sliced: a long schedule takes a millisecond per change. */
export function* openSteps(schedule: Schedule, instant: number): SlicedWork<boolean> {
  if (schedule.text.trim() === '') return true;
  const known = spanAt(schedule, instant);
  if (known !== undefined) return known.open;
  const hours = parse(schedule.text, schedule.country ?? '');
  const open = isOpenAt(hours, wallClock(instant, schedule.zone));
  yield;
  const next = yield* changeFrom(hours, schedule.zone, instant, open);
  // A schedule without changes is examined again after a year.
  const until = Math.min(next ?? Number.POSITIVE_INFINITY, instant + HORIZON_MS);
  const key = spanKey(schedule);
  spans.delete(key);
  spans.set(key, { from: instant, until, open, next });
  const [oldest] = spans.keys();
  if (spans.size > MAX_PARSED && oldest !== undefined) spans.delete(oldest);
  return open;
}

/** The next instant at which it opens or closes; null if there is none within a year. */
export function nextChange(schedule: Schedule, instant: number): number | null {
  return atOnce(changeSteps(schedule, instant));
}

/** Sliced version. */
export function* changeSteps(schedule: Schedule, instant: number): SlicedWork<number | null> {
  if (schedule.text.trim() === '') return null;
  const known = spans.get(spanKey(schedule));
  // Valid for this instant only: in a repeated hour, an earlier span does not tell the next change.
  if (known?.from === instant && known.next !== null) return known.next;
  const hours = parse(schedule.text, schedule.country ?? '');
  return yield* changeFrom(hours, schedule.zone, instant, isOpenAt(hours, wallClock(instant, schedule.zone)));
}

function* changeFrom(
  hours: OpeningHours,
  zone: string,
  instant: number,
  isOpenNow: boolean,
): SlicedWork<number | null> {
  const wall = wallClock(instant, zone);
  // Without an end, the package would search forever if only the names of the holidays change: `PH off`.
  const end = new Date(wall.getTime() + HORIZON_MS);
  let next = hours.getNextChange(wall, end);
  for (let step = 0; next !== undefined && step < MAX_STEPS; step += 1) {
    yield;
    if (isOpenAt(hours, next) !== isOpenNow) {
      const at = instantFrom(next.getTime(), zone);
      // Local time repeats an hour when summer time ends: in the second pass the first is over.
      return at > instant ? at : instant + (next.getTime() - wall.getTime());
    }
    next = hours.getNextChange(next, end);
  }
  return null;
}

/** First instant from `instant` on at which all schedules are open; null if there is none within a year. */
export function opensAt(schedules: readonly Schedule[], instant: number): number | null {
  let at = instant;
  for (let step = 0; step < MAX_STEPS && at - instant <= HORIZON_MS; step += 1) {
    const closed = schedules.find((schedule) => !isOpen(schedule, at));
    if (closed === undefined) return at;
    const next = nextChange(closed, at);
    if (next === null) return null;
    at = next;
  }
  return null;
}

/** National holidays of a year, with their local names; empty if unknown. */
export function publicHolidays(
  country: string,
  year: number,
): readonly { readonly day: string; readonly name: string }[] {
  if (!COUNTRY.test(country)) return [];
  try {
    const hours = parse('PH', country);
    const first = Date.UTC(year, 0, 1, NOON);
    const days = Math.round((Date.UTC(year + 1, 0, 1, NOON) - first) / DAY_MS);
    return Array.from({ length: days }, (_each, place) => new Date(first + place * DAY_MS)).flatMap((day) =>
      hours.getState(day) ? [{ day: day.toISOString().slice(0, 10), name: hours.getComment(day) ?? '' }] : [],
    );
  } catch {
    // The package supports about forty countries, and throws for others.
    return [];
  }
}

/** Local time of a zone, written as UTC. */
function wallClock(instant: number, zone: string): Date {
  return new Date(instant + zoneOffset(instant, zone));
}

/** "Open-ended" and "perhaps" count as open: the author expects visitors. */
function isOpenAt(hours: OpeningHours, wall: Date): boolean {
  return hours.getState(wall) || hours.getUnknown(wall);
}
