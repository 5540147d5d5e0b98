/**
 * Simulates a month of a town hall: visitors with their services and durations, clerks with desks and breaks, and
 * visitors who leave before their call. Seeded random numbers: the same seed gives the same month.
 */

import { chanceFrom } from './chance.ts';

export interface MonthService {
  readonly id: string;
  /** Mean duration of a visit. */
  readonly minutes: number;
  /** Visitors per hour on an average opening day. */
  readonly hourly: number;
}

export interface MonthDesk {
  readonly id: string;
  readonly serves: readonly string[];
  /** Duration factor of this clerk, relative to the mean. */
  readonly pace: number;
  /** Minutes after midnight. */
  readonly lunchAt: number;
}

export const SERVICES: readonly MonthService[] = [
  { id: 'passports', minutes: 9, hourly: 10 },
  { id: 'residence', minutes: 6, hourly: 13 },
  { id: 'pick-up', minutes: 2.5, hourly: 10 },
  { id: 'vehicles', minutes: 14, hourly: 5 },
];

export const DESKS: readonly MonthDesk[] = [
  { id: 'desk-1', serves: ['passports', 'residence', 'pick-up'], pace: 0.85, lunchAt: 690 },
  { id: 'desk-2', serves: ['passports', 'residence', 'pick-up'], pace: 1.05, lunchAt: 725 },
  { id: 'desk-3', serves: ['passports', 'residence'], pace: 1.2, lunchAt: 700 },
  { id: 'desk-4', serves: ['passports', 'residence', 'vehicles'], pace: 0.95, lunchAt: 740 },
  { id: 'desk-5', serves: ['vehicles'], pace: 1.1, lunchAt: 690 },
  { id: 'desk-6', serves: ['vehicles', 'pick-up'], pace: 0.9, lunchAt: 750 },
];

/** Relative number of visitors by hour, from 8 to 18. */
export const OF_HOUR: Readonly<Record<number, number>> = {
  8: 1.5,
  9: 1.35,
  10: 1.2,
  11: 1.0,
  12: 0.65,
  13: 0.6,
  14: 0.85,
  15: 0.8,
  16: 1.25,
  17: 1.2,
};
/** Monday to Saturday. */
export const OF_WEEKDAY: readonly number[] = [1.15, 0.95, 0.85, 1.1, 0.8, 0.75];
/** End of ticket issuing, in minutes after midnight. */
export const CLOSES: readonly number[] = [960, 960, 780, 1080, 780, 720];
export const OPENS = 480;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export interface Visitor {
  readonly id: number;
  readonly serviceId: string;
  readonly priority: boolean;
  readonly cameAt: number;
  /** Leaves if not called by then. */
  readonly patience: number;
  readonly takesMs: number;
}

/** Events that a queue system observes. Instants are epoch milliseconds. */
export type MonthEvent =
  | { readonly kind: 'day'; readonly at: number; readonly day: string }
  | { readonly kind: 'came'; readonly at: number; readonly visitor: Visitor }
  | { readonly kind: 'called'; readonly at: number; readonly visitor: Visitor; readonly deskId: string }
  | {
      readonly kind: 'ended';
      readonly at: number;
      readonly visitor: Visitor;
      readonly deskId: string;
      readonly came: boolean;
      readonly calledAt: number;
    };

interface Stay {
  readonly from: number;
  readonly until: number;
}

/** @param first a Monday, `yyyy-mm-dd`; local time is UTC */
export function* playMonth(seed: number, first: string, weeks: number): Generator<MonthEvent> {
  const { next: random, spread, untilNext } = chanceFrom(seed);
  let lastId = 0;

  for (let index = 0; index < weeks * 7; index += 1) {
    const weekday = index % 7;
    if (weekday === 6) continue;
    const midnight = Date.parse(`${first}T00:00:00Z`) + index * DAY_MS;
    yield { kind: 'day', at: midnight, day: new Date(midnight).toISOString().slice(0, 10) };
    yield* playDay(midnight, weekday);
  }

  function* playDay(midnight: number, weekday: number): Generator<MonthEvent> {
    const busy = spread(OF_WEEKDAY[weekday] ?? 1, 0.2);
    const slow = spread(1, 0.07);
    const closes = CLOSES[weekday] ?? 960;
    const coming = visitorsOf(midnight, closes, busy, slow);
    const at = (minutes: number): number => midnight + minutes * MINUTE_MS;
    const desks = DESKS.filter(() => random() > 0.08).map((desk) => ({
      desk,
      breaks: breaksOf(desk, closes, at),
      freeAt: at(OPENS + random() * 4),
      busyWith: null as null | { visitor: Visitor; calledAt: number; endsAt: number; came: boolean },
    }));
    let waiting: Visitor[] = [];

    for (;;) {
      const next = coming[0];
      // The earliest event: an arrival, the end of a visit, or a call by a free desk.
      let first: { at: number; act: () => MonthEvent | null } | null = null;
      const consider = (when: number, act: () => MonthEvent | null): void => {
        if (first === null || when < first.at) first = { at: when, act };
      };
      if (next !== undefined) {
        consider(next.cameAt, () => {
          coming.shift();
          waiting.push(next);
          return { kind: 'came', at: next.cameAt, visitor: next };
        });
      }
      for (const each of desks) {
        const { desk, busyWith } = each;
        if (busyWith !== null) {
          const { visitor, calledAt, endsAt, came } = busyWith;
          consider(endsAt, () => {
            each.busyWith = null;
            each.freeAt = endsAt + spread(25_000, 0.5);
            const stay = each.breaks.find(({ from, until }) => each.freeAt >= from && each.freeAt < until);
            if (stay !== undefined) each.freeAt = stay.until;
            return { kind: 'ended', at: endsAt, visitor, deskId: desk.id, came, calledAt };
          });
          continue;
        }
        const who = nextFor(desk, waiting);
        if (who === undefined) continue;
        // Without a queue, the clerk needs a moment to notice and call the visitor.
        const when = Math.max(each.freeAt, who.cameAt + 8_000);
        const stay = each.breaks.find(({ from, until }) => when >= from && when < until);
        consider(stay?.until ?? when, () => {
          if (stay !== undefined) {
            each.freeAt = stay.until;
            return null;
          }
          waiting = waiting.filter((other) => other !== who);
          const came = when - who.cameAt < who.patience;
          const endsAt = when + (came ? who.takesMs * desk.pace : 60_000 + random() * 40_000);
          each.busyWith = { visitor: who, calledAt: when, endsAt, came };
          return { kind: 'called', at: when, visitor: who, deskId: desk.id };
        });
      }
      if (first === null) return;
      const event = (first as { act: () => MonthEvent | null }).act();
      if (event !== null) yield event;
    }
  }

  function visitorsOf(midnight: number, closes: number, busy: number, slow: number): Visitor[] {
    const all: Visitor[] = [];
    for (const service of SERVICES) {
      // Some visitors arrive before the opening.
      for (let minute = OPENS - 5; ; ) {
        const hour = Math.max(8, Math.floor(minute / 60));
        const rate = (service.hourly * busy * (OF_HOUR[hour] ?? 0.5)) / 60;
        minute += untilNext(rate);
        if (minute >= closes) break;
        const patience = random() < 0.04 ? random() * 10 : 30 + spread(60, 0.5);
        lastId += 1;
        all.push({
          id: lastId,
          serviceId: service.id,
          priority: random() < 0.07,
          cameAt: midnight + Math.round(minute * MINUTE_MS),
          patience: patience * MINUTE_MS,
          takesMs: Math.max(20_000, spread(service.minutes * slow, 0.6) * MINUTE_MS),
        });
      }
    }
    return all.sort((one, other) => one.cameAt - other.cameAt);
  }

  function breaksOf(desk: MonthDesk, closes: number, at: (minutes: number) => number): readonly Stay[] {
    const lunch = desk.lunchAt + (random() - 0.5) * 20;
    const breaks = closes > 800 ? [{ from: at(lunch), until: at(lunch + 30 + random() * 15) }] : [];
    for (const around of [585, 900]) {
      const from = around + (random() - 0.5) * 80;
      if (random() < 0.7 && from < closes) breaks.push({ from: at(from), until: at(from + 6 + random() * 9) });
    }
    return breaks;
  }
}

/** Visitors with priority first, then by arrival, among those whom the desk serves. */
function nextFor({ serves }: MonthDesk, waiting: readonly Visitor[]): Visitor | undefined {
  let best: Visitor | undefined;
  for (const each of waiting) {
    if (!serves.includes(each.serviceId)) continue;
    if (best === undefined || (each.priority && !best.priority)) best = each;
    if (best.priority && !each.priority) continue;
    if (each.priority === best.priority && each.cameAt < best.cameAt) best = each;
  }
  return best;
}
