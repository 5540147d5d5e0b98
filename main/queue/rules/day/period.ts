/**
 * Report over a period of one location.
 *
 * Days are its business days; hours and weekdays are those of its wall clock. An event between midnight and the reset
 * belongs to the day (and weekday) before, at the hour of the clock.
 */
import { CALL_STATE } from '../../contract/records.ts';
import { type Calendar, type CalendarPlace, calendarOf, type DayRule } from './calendar.ts';
import type { CallTargets } from './day-counts.ts';
import { type CallFigures, type TicketFigures, wholeSeconds } from './figures.ts';
import { type ReportFilter, wantedBy } from './report-filter.ts';
import { createStaffing, type StaffingFigures } from './staffing.ts';
import { type CallFacts, createTally, type FigureTally, type TallyFigures } from './tally.ts';

/** A filter on desks or users excludes issued tickets: before its call a ticket has neither. */
export interface PeriodRules extends ReportFilter {
  /** First and last business day, `yyyy-mm-dd`. */
  readonly from: string;
  readonly to: string;
  /** Day settings of the location over time. */
  readonly dayRules: readonly DayRule[];
  /** Present target waits; a service without one has that of the location. */
  readonly targets: CallTargets;
  /** End of the last day before its time; calls that ended later count as open. Absent: the whole day. */
  readonly endsAt?: number;
}

/** Without targets. */
export const NO_TARGETS: CallTargets = { location: 0, services: {} };

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
  readonly staffing: StaffingFigures;
}

export interface PeriodReport {
  addTicket(ticket: { readonly serviceId: string; readonly issuedAt: number }): void;
  addCall(call: CallFacts): void;
  /** Adds tickets and calls that exist as figures only. */
  addTicketFigures(tickets: TicketFigures): void;
  addCallFigures(calls: CallFigures): void;
  figures(): PeriodFigures;
}

interface Place extends CalendarPlace {
  readonly tally: FigureTally | undefined;
  /** From 0. */
  readonly weekday: number;
}

type PlaceOnly = Pick<Place, 'day' | 'tally' | 'weekday' | 'hour'>;
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
  const { targets } = rules;
  const newTally = (): FigureTally => createTally(targets.location);
  const total = newTally();
  const services = new Map<string, FigureTally>();
  const desks = new Map<string, FigureTally>();
  const users = new Map<string, FigureTally>();
  const hours = Array.from({ length: 24 }, newTally);
  const weekdays = Array.from({ length: 7 }, newTally);
  const dates = daysBetween(rules.from, rules.to);
  const days = new Map(dates.map((day) => [day, newTally()]));
  const staffing = createStaffing(dates);
  const heat = weekdays.map(() => hours.map(() => 0));
  const wanted = wantedBy(rules);
  const countsTickets = rules.desks.length === 0 && rules.users.length === 0;

  const calendar = calendarOf(rules.dayRules);
  let place: Place = { day: '', tally: undefined, weekday: 0, hour: 0, from: 0, until: 0 };
  const isBeforeEnd = endOf(rules, calendar);

  /** Consecutive events mostly belong to the same place, so the last one is cached. */
  function placeOf(instant: number): Place {
    if (instant < place.from || instant >= place.until) place = findPlace(instant);
    return place;
  }

  function findPlace(instant: number): Place {
    const found = calendar.place(instant);
    return { ...found, tally: days.get(found.day), weekday: weekdayOf(found.day) - 1 };
  }

  function serviceTally(id: string): FigureTally {
    return of(services, id, () => createTally(targets.services[id] ?? targets.location));
  }

  function addTickets(serviceId: string, { tally: day, weekday, hour }: PlaceOnly, count: number): void {
    const own = serviceTally(serviceId);
    for (const tally of [total, own, day, weekdays[weekday], hours[hour]]) tally?.addTickets(count);
    const row = heat[weekday];
    if (row !== undefined) row[hour] = (row[hour] ?? 0) + count;
  }

  function talliesOf(call: CallIds, { tally: day, weekday, hour }: PlaceOnly): readonly (FigureTally | undefined)[] {
    const own = [serviceTally(call.serviceId), of(desks, call.deskId, newTally), of(users, call.userId, newTally)];
    return [total, ...own, day, weekdays[weekday], hours[hour]];
  }

  const placeNamed = ({ day, hour }: { readonly day: string; readonly hour: number }): PlaceOnly => ({
    day,
    tally: days.get(day),
    weekday: weekdayOf(day) - 1,
    hour,
  });

  return {
    addTicket({ serviceId, issuedAt }) {
      if (countsTickets && wanted.service(serviceId)) addTickets(serviceId, placeOf(issuedAt), 1);
    },
    addCall(call) {
      if (!wanted.call(call)) return;
      const at = placeOf(call.calledAt);
      const known = asOf(call, rules.endsAt);
      for (const tally of talliesOf(call, at)) tally?.addCall(known);
      staffing.add({ ...at, deskId: call.deskId }, serviceSeconds(known));
    },
    addTicketFigures(tickets) {
      const { serviceId, issued } = tickets;
      if (!isBeforeEnd(tickets)) return;
      if (countsTickets && wanted.service(serviceId)) addTickets(serviceId, placeNamed(tickets), issued);
    },
    addCallFigures(calls) {
      if (!wanted.call(calls) || !isBeforeEnd(calls)) return;
      for (const tally of talliesOf(calls, placeNamed(calls))) tally?.addCallFigures(calls);
      staffing.add(
        calls,
        calls.services.reduce((sum, each) => sum + each, 0),
      );
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
      staffing: staffing.figures(),
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

function of(tallies: Map<string, FigureTally>, key: string, create: () => FigureTally): FigureTally {
  const known = tallies.get(key) ?? create();
  tallies.set(key, known);
  return known;
}

/** The call as it was known at an instant. */
function asOf(call: CallFacts, at = Number.POSITIVE_INFINITY): CallFacts {
  if (call.endedAt === null || call.endedAt <= at) return call;
  return { ...call, endedAt: null, state: CALL_STATE.inService };
}

function serviceSeconds({ state, calledAt, endedAt }: CallFacts): number {
  return endedAt === null || state === CALL_STATE.cancelled ? 0 : wholeSeconds(endedAt - calledAt);
}

/** Whether an hour of a day ended before the end of the period. */
function endOf(
  { to, endsAt }: PeriodRules,
  calendar: Calendar,
): (hour: { readonly day: string; readonly hour: number }) => boolean {
  if (endsAt === undefined) return () => true;
  const first = calendar.place(calendar.begins(to)).hour;
  const since = (hour: number): number => (hour - first + 24) % 24;
  const last = since(calendar.place(endsAt).hour);
  return ({ day, hour }) => day < to || since(hour) < last;
}
