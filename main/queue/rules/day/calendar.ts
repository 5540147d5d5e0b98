/**
 * Business days of the past, by the settings valid then.
 *
 * When a location changes its reset time or time zone, past events keep their days and hours. Each rule applies from
 * its instant on; days never go back from one rule to the next.
 */

import { zoneOffset } from '../../../lib/zone.ts';
import { businessDay, dayBegins } from '../business-day.ts';

/** Day settings of a location from an instant on. The first rule also applies to all earlier instants. */
export interface DayRule {
  /** Epoch milliseconds. */
  readonly since: number;
  readonly zone: string;
  /** `hh:mm` */
  readonly resetTime: string;
  /** The business day (`yyyy-mm-dd`) at the start of the rule, which is its earliest day; empty for the first rule. */
  readonly firstDay: string;
}

/** Day and hour of an instant, and the span of instants with the same day and hour. */
export interface CalendarPlace {
  /** `yyyy-mm-dd` */
  readonly day: string;
  /** 0 to 23, on the clock of the location. */
  readonly hour: number;
  /** Start (inclusive) and end (exclusive) of the span. */
  readonly from: number;
  readonly until: number;
}

export interface Calendar {
  place(instant: number): CalendarPlace;
  dayOf(instant: number): string;
  /** The instant at which a day begins. */
  begins(day: string): number;
  /** Time zone of the location at an instant. */
  zoneAt(instant: number): string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}

export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

/** @param rules oldest first; at least one. */
export function calendarOf(rules: readonly DayRule[]): Calendar {
  const [first = { since: 0, zone: 'UTC', resetTime: '00:00', firstDay: '' }] = rules;
  const spans = (rules.length === 0 ? [first] : rules).map((rule, place) => ({
    ...rule,
    from: place === 0 ? Number.NEGATIVE_INFINITY : rule.since,
    until: rules[place + 1]?.since ?? Number.POSITIVE_INFINITY,
    // Zones change their offset at full quarters of an hour only, and most days begin at one.
    slotMs: (Number(rule.resetTime.slice(3, 5)) % 15 === 0 ? 15 : 1) * MINUTE_MS,
  }));
  const newest = spans.at(-1) ?? { ...first, from: 0, until: 0, slotMs: MINUTE_MS };
  const ruleAt = (instant: number) =>
    instant >= newest.from ? newest : (spans.find(({ until }) => instant < until) ?? newest);

  function dayBy({ zone, resetTime, firstDay }: DayRule, instant: number): string {
    const day = businessDay(instant, zone, resetTime);
    return day < firstDay ? firstDay : day;
  }

  return {
    dayOf: (instant) => dayBy(ruleAt(instant), instant),
    zoneAt: (instant) => ruleAt(instant).zone,
    place(instant) {
      const rule = ruleAt(instant);
      const slot = Math.floor(instant / rule.slotMs) * rule.slotMs;
      return {
        day: dayBy(rule, instant),
        hour: Math.floor((((instant + zoneOffset(instant, rule.zone)) % DAY_MS) + DAY_MS) / HOUR_MS) % 24,
        from: Math.max(slot, rule.from),
        until: Math.min(slot + rule.slotMs, rule.until),
      };
    },
    begins(day) {
      for (const rule of spans) {
        const begin = day <= rule.firstDay ? rule.from : Math.max(rule.from, dayBegins(day, rule.zone, rule.resetTime));
        if (begin < rule.until) return begin;
      }
      return dayBegins(day, newest.zone, newest.resetTime);
    },
  };
}
