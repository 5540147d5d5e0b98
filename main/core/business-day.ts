import { formatWallTime, instantFrom } from './zone.ts';

const DAY_MS = 86_400_000;

interface DaySpan {
  readonly day: string;
  readonly from: number;
  readonly until: number;
}

/** The span asked for last, by zone and reset time: nearly every question is about the same day. */
const lastSpan = new Map<string, DaySpan>();

/**
 * The business day (`yyyy-mm-dd`) of an instant. A day begins when the location's wall clock first shows `resetTime`
 * (`hh:mm`) or later on that date, so days never go back when summer time ends.
 */
export function businessDay(instant: number, zone: string, resetTime: string): string {
  return spanOf(instant, zone, resetTime).day;
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

/**
 * Whether a queue that last began `started` and last worked on `seen` begins anew on `day`. A clock set back begins
 * nothing, nor does its return; but from a wrong future day it goes on with the first new day that really comes.
 */
export function beginsNewDay(started: string, seen: string, day: string): boolean {
  return day !== started && day > seen;
}

function spanOf(instant: number, zone: string, resetTime: string): DaySpan {
  const key = `${zone} ${resetTime}`;
  const known = lastSpan.get(key);
  if (known !== undefined && instant >= known.from && instant < known.until) return known;
  const midnight = Date.parse(`${formatWallTime(instant, zone).slice(0, 10)}T00:00:00Z`);
  const begin = (date: number): number => instantFrom(date + minutesOf(resetTime) * 60_000, zone);
  // An island that crosses the date line skips a date; the day before then reaches up to the one after.
  let date = midnight + DAY_MS;
  while (begin(date) > instant) date -= DAY_MS;
  const span = { day: new Date(date).toISOString().slice(0, 10), from: begin(date), until: begin(date + DAY_MS) };
  lastSpan.set(key, span);
  return span;
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
