/** Figures of a location over days, within the reader's permissions. */
import { type Refusal, refuse } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { parseWallTime } from '../../lib/zone.ts';
import { type Calendar, calendarOf, dayAfter } from '../../queue/rules/day/calendar.ts';
import type { PeriodFigures } from '../../queue/rules/day/period.ts';
import { type ReportFilter, wantedBy } from '../../queue/rules/day/report-filter.ts';
import type { Location } from '../../site/contract/site.ts';
import { breakReasons } from '../../site/rules/break-reasons.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { isServiceOpen } from '../../site/service/service-hours.ts';
import type { Store } from '../../store/contract/store.ts';
import type { PeriodAnswer } from '../contract/rest/reports.ts';
import type { DeskLog, PeriodInput } from '../operations/report-queries.ts';
import { type DayForecast, forecastOf, forecastSpan } from '../rules/visitor-forecast.ts';
import { periodView } from './views.ts';

/** Resolution of opening hours. */
const STEP_MS = 15 * 60_000;
/** Ten years. */
const MAX_DAYS = 3660;
const DAY_MS = 86_400_000;

export interface PeriodInputs extends ReportFilter {
  readonly location: string;
  /** `yyyy-mm-dd`, or empty. */
  readonly from: string;
  readonly to: string;
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
): Promise<Result<PeriodAnswer, Refusal>> {
  const { figures, log } = await store.report('days', input);
  const fault = filterFault(unknown, figures);
  if (fault !== null) return fail(fault);
  const { rules } = input;
  return ok({ ...periodView(site, location, rules, figures), ...deskLogView(site, location, rules, log) });
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
      until: calendar.begins(dayAfter(to)),
      rules: { from, to, dayRules, ...filters },
    },
  });
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
function openHours(site: Site, locationId: string, calendar: Calendar, day: string): readonly boolean[] {
  const services = site.servicesOf(locationId);
  if (services.length === 0) return Array.from({ length: 24 }, () => true);
  const open = Array.from({ length: 24 }, () => false);
  const end = calendar.begins(dayAfter(day));
  for (let at = calendar.begins(day); at < end; at += STEP_MS) {
    const { hour } = calendar.place(at);
    open[hour] ||= services.some((service) => isServiceOpen(site, service, at));
  }
  return open;
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
