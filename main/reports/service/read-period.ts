/** Figures of a location over days, within the reader's permissions. */
import { setImmediate } from 'node:timers/promises';
import { type Refusal, refuse } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { formatWallTime, instantFrom, parseWallTime } from '../../lib/zone.ts';
import { type Calendar, calendarOf, dayAfter, daysBefore } from '../../queue/rules/day/calendar.ts';
import type { CallTargets } from '../../queue/rules/day/day-counts.ts';
import { type PeriodFigures, weekdayOf } from '../../queue/rules/day/period.ts';
import { type ReportFilter, wantedBy } from '../../queue/rules/day/report-filter.ts';
import type { Location, Service } from '../../site/contract/site.ts';
import { breakReasons } from '../../site/rules/break-reasons.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { isServiceOpen } from '../../site/service/service-hours.ts';
import type { Store } from '../../store/contract/store.ts';
import type { PeriodAnswer, PeriodData } from '../contract/rest/reports.ts';
import type { DeskLog, PeriodInput } from '../operations/report-queries.ts';
import { type DayForecast, forecastOf, forecastSpan } from '../rules/visitor-forecast.ts';
import { periodView } from './views.ts';

/** Resolution of opening hours. */
const STEP_MS = 15 * 60_000;
/** Ten years. */
const MAX_DAYS = 3660;
const DAY_MS = 86_400_000;

/** Week of opening hours: seven days from Monday, 24 hours each. */
type OpenWeek = PeriodAnswer['open_by_weekday_and_hour'];
/** Two weeks, so that a holiday does not close a weekday. */
const WEEK_DAYS = 14;

export interface PeriodInputs extends ReportFilter {
  readonly location: string;
  /** `yyyy-mm-dd`, or empty. */
  readonly from: string;
  readonly to: string;
  /** Time at which the last day ends, `hh:mm`; empty or absent: the whole day. */
  readonly until?: string;
}

/** Permissions and time of the reader. */
export interface ReportContext {
  /** The site as the reader can see it. */
  readonly site: Site;
  readonly store: Store;
  /** Epoch milliseconds. */
  readonly now: number;
}

export async function readPeriod(
  { location, input, unknown }: PeriodRequest,
  { site, store }: ReportContext,
): Promise<Result<PeriodData, Refusal>> {
  const { figures, log, transfers } = await store.report('days', input);
  const fault = filterFault(unknown, figures);
  if (fault !== null) return fail(fault);
  const { rules } = input;
  return ok({
    ...periodView(site, location, rules, figures),
    ...deskLogView(site, location, rules, log),
    by_transfer: transfers.map(({ from, to, transfers: count }) => ({
      from_id: from,
      from: site.service(from)?.name ?? '',
      to_id: to,
      to: site.service(to)?.name ?? '',
      transfers: count,
    })),
  });
}

/** Present target waits of a location and its services. */
export function targetsOf(site: Site, location: Location): CallTargets {
  const services = site.servicesOf(location.id).map((one) => [one.id, one.limit_share_minutes]);
  return { location: location.limit_share_minutes, services: Object.fromEntries(services) };
}

interface Unknown {
  readonly parameter: keyof ReportFilter;
  readonly id: string;
}

/** Filter values deleted from the site are allowed if the period contains them. */
export function filterFault(unknown: readonly Unknown[], figures: PeriodFigures): Refusal | null {
  const missing = unknown.find(({ parameter, id }) => !figures[parameter].some(({ key }) => key === id));
  return missing === undefined ? null : { errno: ERRNO.notFound, parameter: missing.parameter };
}

export interface PeriodRequest {
  readonly location: Location;
  readonly calendar: Calendar;
  readonly input: PeriodInput;
  /** Filter values that the site does not contain. */
  readonly unknown: readonly Unknown[];
}

/** Without `from`, the period is the day `to`; without `to`, it ends today. */
export async function readSpan(
  given: PeriodInputs,
  { site, store, now }: ReportContext,
): Promise<Result<PeriodRequest, Refusal>> {
  const location = site.location(given.location);
  if (location === undefined) return refuse(ERRNO.notFound, 'location');
  const dayRules = await store.query('dayRules', { locationId: location.id });
  const calendar = calendarOf(dayRules);
  const to = given.to === '' ? calendar.dayOf(now) : given.to;
  const from = given.from === '' ? to : given.from;
  if (!isDay(to)) return invalidSpan('to', 'A day must have the format yyyy-mm-dd.');
  if (!isDay(from)) return invalidSpan('from', 'A day must have the format yyyy-mm-dd.');
  if (from > to) return invalidSpan('from', 'The first day is after the last day.');
  if (Date.parse(to) - Date.parse(from) >= MAX_DAYS * DAY_MS) {
    return invalidSpan('from', `A report covers at most ${MAX_DAYS} days.`);
  }
  const { until: time = '' } = given;
  const end = calendar.begins(dayAfter(to));
  const endsAt = time === '' ? undefined : instantOfDay(to, time, calendar);
  if (endsAt === null) return fail(wrongTime());
  const { services, desks, users } = given;
  const filters = { services, desks, users };
  const isHere: Readonly<Record<keyof ReportFilter, (id: string) => boolean>> = {
    services: (id) => site.service(id) !== undefined,
    desks: (id) => site.desk(id) !== undefined,
    // Figures contain user ids, not usernames.
    users: (id) => site.user(id)?.id === id,
  };
  const unknown = (['services', 'desks', 'users'] as const).flatMap((parameter) =>
    filters[parameter].filter((id) => !isHere[parameter](id)).map((id) => ({ parameter, id })),
  );
  return ok({
    location,
    calendar,
    unknown,
    input: {
      locationId: location.id,
      from: calendar.begins(from),
      until: endsAt ?? end,
      rules: {
        from,
        to,
        dayRules,
        targets: targetsOf(site, location),
        ...filters,
        ...(endsAt === undefined ? {} : { endsAt }),
      },
    },
  });
}

/** The instant of a local time on a business day, which can end after midnight; null for an invalid time. */
function instantOfDay(day: string, time: string, calendar: Calendar): number | null {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return null;
  const begin = calendar.begins(day);
  const zone = calendar.zoneAt(begin);
  const date = time < formatWallTime(begin, zone).slice(11, 16) ? dayAfter(day) : day;
  return Math.max(begin, instantFrom(Date.parse(`${date}T${time}:00Z`), zone));
}

function wrongTime(): Refusal {
  return { errno: ERRNO.invalidParameters, error: 'A time must have the format hh:mm.', parameter: 'until' };
}

function invalidSpan(parameter: 'from' | 'to', error: string): Result<never, Refusal> {
  return fail({ errno: ERRNO.invalidParameters, error, parameter });
}

function isDay(text: string): boolean {
  return text.length === 10 && parseWallTime(`${text} 00:00:00`, 'UTC') !== null;
}

/** Visitor forecast of a location by hour. Default day: tomorrow. */
export async function readForecast(
  locationId: string,
  { site, store, now }: ReportContext,
  day = '',
): Promise<Result<DayForecast, Refusal>> {
  if (site.location(locationId) === undefined) return refuse(ERRNO.notFound, 'location');
  if (day !== '' && !isDay(day))
    return fail({ errno: ERRNO.invalidParameters, error: 'A day must have the format yyyy-mm-dd.', parameter: 'day' });
  const calendar = calendarOf(await store.query('dayRules', { locationId }));
  const today = calendar.dayOf(now);
  const wanted = day === '' ? dayAfter(today) : day;
  const { from, to } = forecastSpan(wanted, today);
  if (from > to)
    return fail({ errno: ERRNO.invalidParameters, error: 'The day is too far in the future.', parameter: 'day' });
  const span = { location: locationId, from, to, services: [], desks: [], users: [] };
  const asked = await readSpan(span, { site, store, now });
  if (!asked.ok) return asked;
  const past = await store.report('period', asked.value.input);
  return ok(forecastOf(wanted, past, openHours(site, locationId, calendar, wanted)));
}

/**
 * Open hours of a location on a day, by its own hours, closed days and those of its services. 24 hours of local time;
 * all open for a location without services.
 */
function openHours(site: Site, locationId: string, calendar: Calendar, day: string): boolean[] {
  const services = oneOfEachHours(site.servicesOf(locationId));
  if (services.length === 0) return Array.from({ length: 24 }, () => true);
  const open = Array.from({ length: 24 }, () => false);
  const end = calendar.begins(dayAfter(day));
  for (let at = calendar.begins(day); at < end; at += STEP_MS) {
    const { hour } = calendar.place(at);
    if (open[hour] !== true) open[hour] = services.some((service) => isServiceOpen(site, service, at));
  }
  return open;
}

/** A service for each schedule that is on: services with the same hours are open together. */
function oneOfEachHours(services: readonly Service[]): readonly Service[] {
  return [...new Map(services.map((one) => [`${one.state} ${one.qm_enabled} ${one.schedule}`, one])).values()];
}

/** Open hours of each weekday, by the present hours and the days before the end of a period. */
export async function openWeek(
  { location, calendar, input }: PeriodRequest,
  { site }: ReportContext,
): Promise<OpenWeek> {
  const week: boolean[][] = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => false));
  for (let before = 0; before < WEEK_DAYS; before += 1) {
    const day = daysBefore(input.rules.to, before);
    const place = weekdayOf(day) - 1;
    const open = openHours(site, location.id, calendar, day);
    week[place] = open.map((isOpen, hour) => isOpen || week[place]?.[hour] === true);
    // A day of long schedules takes milliseconds.
    await setImmediate();
  }
  return week;
}

type Outcomes = PeriodAnswer['by_outcome'];

type Breaks = PeriodAnswer['by_break'];

/** Outcomes and breaks of a period, with names from the site. */
function deskLogView(
  site: Site,
  location: Location,
  filter: ReportFilter,
  { results, breaks }: DeskLog,
): Pick<PeriodAnswer, 'by_outcome' | 'by_break'> {
  const wanted = wantedBy(filter);
  const userName = (id: string): string => site.user(id)?.name || (site.user(id)?.username ?? '');
  const reasons = breakReasons(site, site.settings.default_lang, location.id);

  const outcomes = new Map<string, Outcomes[number]>();
  for (const { serviceId, deskId, userId, code, calls, count } of results) {
    if (!wanted.call({ serviceId, deskId, userId })) continue;
    const key = JSON.stringify([serviceId, userId, code]);
    const before = outcomes.get(key);
    const service = site.service(serviceId);
    const outcome = service?.outcomes.find((known) => known.code === code);
    outcomes.set(key, {
      service_id: serviceId,
      service: service?.name ?? '',
      user_id: userId,
      user: userName(userId),
      code,
      name: outcome?.name ?? '',
      kind: outcome?.kind ?? '',
      calls: (before?.calls ?? 0) + calls,
      count: (before?.count ?? 0) + count,
    });
  }

  // Breaks belong to no service, so a service filter does not exclude them.
  const times = new Map<string, Breaks[number]>();
  for (const { deskId, userId, reason, breaks: number, ms } of breaks) {
    if (filter.desks.length > 0 && !filter.desks.includes(deskId)) continue;
    if (filter.users.length > 0 && !filter.users.includes(userId)) continue;
    const key = JSON.stringify([userId, reason]);
    const before = times.get(key);
    times.set(key, {
      user_id: userId,
      user: userName(userId),
      reason_id: reason,
      reason: reasons.find(({ id }) => id === reason)?.name ?? '',
      breaks: (before?.breaks ?? 0) + number,
      seconds: (before?.seconds ?? 0) + Math.round(ms / 1000),
    });
  }
  return { by_outcome: [...outcomes.values()], by_break: [...times.values()] };
}
