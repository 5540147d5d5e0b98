/**
 * Report over a period of one location.
 *
 * Days are its business days; hours and weekdays are those of its wall clock. An event between midnight and the reset
 * belongs to the day (and weekday) before, at the hour of the clock.
 */
import { type CalendarPlace, calendarOf, type DayRule } from './calendar.ts';
import type { CallFigures, TicketFigures } from './figures.ts';
import { type ReportFilter, wantedBy } from './report-filter.ts';
import { type CallFacts, createTally, type FigureTally, type TallyFigures } from './tally.ts';

/** A filter on desks or users excludes issued tickets: before its call a ticket has neither. */
export interface PeriodRules extends ReportFilter {
  /** First and last business day, `yyyy-mm-dd`. */
  readonly from: string;
  readonly to: string;
  /** Day settings of the location over time. */
  readonly dayRules: readonly DayRule[];
}

export type KeyedTally = TallyFigures & { readonly key: string };

export interface PeriodFigures {
  readonly total: TallyFigures;
  /** By service of the call; issued tickets by the service that issued them. */
  readonly services: readonly KeyedTally[];
  readonly desks: readonly KeyedTally[];
  readonly users: readonly KeyedTally[];
  /** `0` to `23`. */
  readonly hours: readonly KeyedTally[];
  /** `1` (Monday) to `7`. */
  readonly weekdays: readonly KeyedTally[];
  /** Every day of the period. */
  readonly days: readonly KeyedTally[];
  /** Tickets issued: seven weekdays from Monday, 24 hours each. */
  readonly issuedByWeekdayAndHour: readonly (readonly number[])[];
}

export interface PeriodReport {
  addTicket(ticket: { readonly serviceId: string; readonly issuedAt: number }): void;
  addCall(call: CallFacts): void;
  /** Adds tickets and calls that exist as figures only. */
  addTicketFigures(tickets: TicketFigures): void;
  addCallFigures(calls: CallFigures): void;
  figures(): PeriodFigures;
}

interface Place extends Omit<CalendarPlace, 'day'> {
  readonly day: FigureTally | undefined;
  /** From 0. */
  readonly weekday: number;
}

type PlaceOnly = Pick<Place, 'day' | 'weekday' | 'hour'>;
type CallIds = Pick<CallFacts, 'serviceId' | 'deskId' | 'userId'>;

const DAY_MS = 86_400_000;

/** The business days of a period, both ends included. */
export function daysBetween(from: string, to: string): readonly string[] {
  const [first, last] = [from, to].map((day) => Date.parse(`${day}T00:00:00Z`)) as [number, number];
  const count = Math.max(0, Math.round((last - first) / DAY_MS) + 1);
  return Array.from({ length: count }, (_, place) => new Date(first + place * DAY_MS).toISOString().slice(0, 10));
}

/** 1 (Monday) to 7. */
export function weekdayOf(day: string): number {
  return ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
}

export function createPeriodReport(rules: PeriodRules): PeriodReport {
  const total = createTally();
  const services = new Map<string, FigureTally>();
  const desks = new Map<string, FigureTally>();
  const users = new Map<string, FigureTally>();
  const hours = Array.from({ length: 24 }, createTally);
  const weekdays = Array.from({ length: 7 }, createTally);
  const days = new Map(daysBetween(rules.from, rules.to).map((day) => [day, createTally()]));
  const heat = weekdays.map(() => hours.map(() => 0));
  const wanted = wantedBy(rules);
  const countsTickets = rules.desks.length === 0 && rules.users.length === 0;

  const calendar = calendarOf(rules.dayRules);
  let place: Place = { day: undefined, weekday: 0, hour: 0, from: 0, until: 0 };

  /** Consecutive events mostly belong to the same place, so the last one is cached. */
  function placeOf(instant: number): Place {
    if (instant < place.from || instant >= place.until) place = findPlace(instant);
    return place;
  }

  function findPlace(instant: number): Place {
    const { day, ...rest } = calendar.place(instant);
    return { ...rest, day: days.get(day), weekday: weekdayOf(day) - 1 };
  }

  function addTickets(serviceId: string, { day, weekday, hour }: PlaceOnly, count: number): void {
    const own = of(services, serviceId);
    for (const tally of [total, own, day, weekdays[weekday], hours[hour]]) tally?.addTickets(count);
    const row = heat[weekday];
    if (row !== undefined) row[hour] = (row[hour] ?? 0) + count;
  }

  function talliesOf(call: CallIds, { day, weekday, hour }: PlaceOnly): readonly (FigureTally | undefined)[] {
    const own = [of(services, call.serviceId), of(desks, call.deskId), of(users, call.userId)];
    return [total, ...own, day, weekdays[weekday], hours[hour]];
  }

  const placeNamed = ({ day, hour }: { readonly day: string; readonly hour: number }): PlaceOnly => ({
    day: days.get(day),
    weekday: weekdayOf(day) - 1,
    hour,
  });

  return {
    addTicket({ serviceId, issuedAt }) {
      if (countsTickets && wanted.service(serviceId)) addTickets(serviceId, placeOf(issuedAt), 1);
    },
    addCall(call) {
      if (!wanted.call(call)) return;
      for (const tally of talliesOf(call, placeOf(call.calledAt))) tally?.addCall(call);
    },
    addTicketFigures(tickets) {
      const { serviceId, issued } = tickets;
      if (countsTickets && wanted.service(serviceId)) addTickets(serviceId, placeNamed(tickets), issued);
    },
    addCallFigures(calls) {
      if (!wanted.call(calls)) return;
      for (const tally of talliesOf(calls, placeNamed(calls))) tally?.addCallFigures(calls);
    },
    figures: () => ({
      total: withTickets(total.figures()),
      services: [...services].map(([key, tally]) => ({ key, ...withTickets(tally.figures()) })),
      desks: [...desks].map(([key, tally]) => ({ key, ...withoutTickets(tally.figures()) })),
      users: [...users].map(([key, tally]) => ({ key, ...withoutTickets(tally.figures()) })),
      hours: hours.map((tally, hour) => ({ key: String(hour), ...withoutTickets(tally.figures()) })),
      weekdays: weekdays.map((tally, day) => ({ key: String(day + 1), ...withTickets(tally.figures()) })),
      days: [...days].map(([key, tally]) => ({ key, ...withTickets(tally.figures()) })),
      issuedByWeekdayAndHour: heat,
    }),
  };

  function withTickets(figures: TallyFigures): TallyFigures {
    return countsTickets ? figures : { ...figures, neverCalled: 0 };
  }
}

/** Clears `neverCalled` in figures by hour: a ticket issued in one hour can be called in another. */
function withoutTickets(figures: TallyFigures): TallyFigures {
  return { ...figures, neverCalled: 0 };
}

function of(tallies: Map<string, FigureTally>, key: string): FigureTally {
  const known = tallies.get(key) ?? createTally();
  tallies.set(key, known);
  return known;
}
