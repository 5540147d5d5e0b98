/** Business days of a location. */
import { formatWallTime, instantFrom } from '../../lib/zone.ts';

const DAY_MS = 86_400_000;

interface DaySpan {
  readonly day: string;
  /** `day`, and the time of day at which it began. */
  readonly key: string;
  readonly from: number;
  readonly until: number;
}

/** Cache of the last span by zone and reset time: nearly all requests concern the same day. */
const lastSpan = new Map<string, DaySpan>();

/**
 * The business day (`yyyy-mm-dd`) of an instant. A day begins when the location's wall clock first shows `resetTime`
 * (`hh:mm`) or later on that date, so days never go back when summer time ends.
 */
export function businessDay(instant: number, zone: string, resetTime: string): string {
  return spanOf(instant, zone, resetTime).day;
}

/**
 * Key of the business day of an instant: `yyyy-mm-dd hh:mm`, with the reset time. If the reset time moves to later on
 * the same day, the key differs from that of the morning.
 */
export function dayKey(instant: number, zone: string, resetTime: string): string {
  return spanOf(instant, zone, resetTime).key;
}

/** The instant at which the business day of an instant began. */
export function dayBegan(instant: number, zone: string, resetTime: string): number {
  return spanOf(instant, zone, resetTime).from;
}

/** The instant at which the business day with this date (`yyyy-mm-dd`) begins. */
export function dayBegins(day: string, zone: string, resetTime: string): number {
  return instantFrom(Date.parse(`${day}T00:00:00Z`) + minutesOf(resetTime) * 60_000, zone);
}

/** The instant at which the next business day begins. */
export function nextReset(instant: number, zone: string, resetTime: string): number {
  return spanOf(instant, zone, resetTime).until;
}

/** Day change of a queue, as seen by an operation. */
export interface DayTurn {
  readonly begins: boolean;
  /** Key of the current or new day to store. */
  readonly started: string;
}

/**
 * Whether a queue begins a new day on `day`. It last began `started` and last worked on `seen` (all as `dayKey` names
 * them).
 *
 * Setting the clock back begins no day, and neither does setting it forward again. After a wrong future day the queue
 * begins with the first real new day. Moving the reset time ends no waiting tickets: the current day takes the new key,
 * and the next day begins at the new time, even on the same date. A queue that saw no operation for a whole day begins
 * a new one.
 */
export function turnOfDay(started: string, seen: string, day: string): DayTurn {
  const wasMoved = timeIn(day) !== timeIn(seen, day);
  if (!wasMoved) {
    const begins = day !== named(started, day) && day > named(seen, day);
    return { begins, started: begins ? day : started };
  }
  return { begins: wallTime(day) - wallTime(started) >= DAY_MS, started: day };
}

/** Stored days without a time count as begun at the time of the other key. */
function timeIn(key: string, other = key): string {
  return key.slice(11) || other.slice(11);
}

function named(key: string, other: string): string {
  return key.length > 10 ? key : `${key}${other.slice(10)}`;
}

function wallTime(key: string): number {
  return Date.parse(`${key.slice(0, 10)}T${key.slice(11) || '00:00'}:00Z`);
}

function spanOf(instant: number, zone: string, resetTime: string): DaySpan {
  const key = `${zone} ${resetTime}`;
  const known = lastSpan.get(key);
  if (known !== undefined && instant >= known.from && instant < known.until) return known;
  const midnight = Date.parse(`${formatWallTime(instant, zone).slice(0, 10)}T00:00:00Z`);
  const begin = (date: number): number => instantFrom(date + minutesOf(resetTime) * 60_000, zone);
  // At the date line a place can skip a date; the day before then lasts until the day after.
  let date = midnight + DAY_MS;
  while (begin(date) > instant) date -= DAY_MS;
  const day = new Date(date).toISOString().slice(0, 10);
  const span = { day, key: `${day} ${resetTime}`, from: begin(date), until: begin(date + DAY_MS) };
  lastSpan.set(key, span);
  return span;
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
