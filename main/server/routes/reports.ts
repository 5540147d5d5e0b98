/** Ours: how it goes today, and reports over any period. As JSON, and each table as CSV. */
import { ERRNO } from '../../contract/errno.ts';
import { PeriodAnswer, PeriodParameters, TodayAnswer, TodayParameters } from '../../contract/rest/reports.ts';
import { ok, type Result } from '../../contract/result.ts';
import type { Location } from '../../contract/site.ts';
import { businessDay, dayBegan, dayBegins, nextReset } from '../../core/business-day.ts';
import { parseWallTime } from '../../core/zone.ts';
import type { PeriodInput } from '../../store/store.ts';
import type { RequestContext } from '../deps.ts';
import { operation } from '../operation.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { callsTable, periodTable, tallyTable, ticketsTable } from '../reports/tables.ts';
import { hourTallies, namedTallies, tallyView, todayView } from '../reports/views.ts';

/** Ten years. */
const MOST_DAYS = 3660;
const DAY_MS = 86_400_000;

type Given = PeriodParameters;

async function readToday(
  locationId: string,
  { site, store, now }: RequestContext,
): Promise<Result<TodayAnswer, Refusal>> {
  const location = site.location(locationId);
  if (location === undefined) return refuse(ERRNO.notFound, 'location');
  const { timezone: zone, reset_time: resetTime } = location;
  const day = businessDay(now, zone, resetTime);
  const report = await store.report('today', {
    locationId,
    from: dayBegan(now, zone, resetTime),
    until: nextReset(now, zone, resetTime),
    rules: { from: day, to: day, zone, resetTime, services: [], desks: [], users: [] },
    services: site
      .servicesOf(locationId)
      .filter(({ qm_enabled }) => qm_enabled)
      .map(({ id }) => id),
    desks: site.desksOf(locationId).map(({ id }) => id),
    now,
  });
  return ok(todayView(site, location, report, { day, now }));
}

export const reportToday = operation({
  name: 'report_today',
  method: 'GET',
  path: '/restapi/v2/reports/today',
  roles: ['reports_view'],
  jsonOnly: true,
  parameters: TodayParameters,
  answer: TodayAnswer,
  handle: ({ location }, context) => readToday(location, context),
  async csv({ location, table }, context) {
    const read = await readToday(location, context);
    if (!read.ok) return read;
    const { day, by_service, by_desk, by_hour } = read.value;
    const fileName = `${location}_${day}_${table}`;
    if (table === 'hours') return ok(tallyTable(fileName, ['hour'], by_hour, ({ hour }) => [hour]));
    if (table === 'desks') {
      return ok(tallyTable(fileName, ['id', 'name', 'open'], by_desk, ({ id, name, open }) => [id, name, open]));
    }
    const columns = ['id', 'name', 'open', 'waiting_now', 'average_wait_seconds', 'longest_wait_seconds'];
    return ok(
      tallyTable(fileName, columns, by_service, (service) => [
        service.id,
        service.name,
        service.open,
        service.waiting_now,
        service.average_wait,
        service.longest_wait,
      ]),
    );
  },
});

export const reportPeriod = operation({
  name: 'report_period',
  method: 'GET',
  path: '/restapi/v2/reports/period',
  roles: ['reports_view'],
  jsonOnly: true,
  parameters: PeriodParameters,
  answer: PeriodAnswer,
  handle: readPeriod,
  async csv(given, context) {
    const { table, services, desks, users } = given;
    if (table !== 'calls' && table !== 'tickets') {
      const read = await readPeriod(given, context);
      return read.ok ? ok(periodTable(read.value, table)) : read;
    }
    const { site, store } = context;
    const asked = readSpan(given, context);
    if (!asked.ok) return asked;
    const { location, input } = asked.value;
    const { locationId, from, until, rules } = input;
    const fileName = `${location.id}_${rules.from}_${rules.to}_${table}`;
    const raw = { fileName, site, location, span: { locationId, from, until }, services, desks, users };
    return ok(
      table === 'calls'
        ? callsTable(raw, (page) => store.report('calls', page))
        : ticketsTable(raw, (page) => store.report('tickets', page)),
    );
  },
});

async function readPeriod(given: Given, context: RequestContext): Promise<Result<PeriodAnswer, Refusal>> {
  const { site, store } = context;
  const asked = readSpan(given, context);
  if (!asked.ok) return asked;
  const { location, input } = asked.value;
  const figures = await store.report('period', input);
  return ok({
    success: true,
    location: location.id,
    timezone: location.timezone,
    from: input.rules.from,
    to: input.rules.to,
    total: tallyView(figures.total),
    by_service: namedTallies(figures.services, site.servicesOf(location.id)),
    by_desk: namedTallies(figures.desks, site.desksOf(location.id)),
    by_user: namedTallies(figures.users, site.users),
    by_hour: hourTallies(figures.hours),
    by_weekday: figures.weekdays.map(({ key, ...tally }) => ({ weekday: Number(key), ...tallyView(tally) })),
    by_day: figures.days.map(({ key, ...tally }) => ({ day: key, ...tallyView(tally) })),
    issued_by_weekday_and_hour: figures.issuedByWeekdayAndHour.map((hours) => [...hours]),
  });
}

interface Asked {
  readonly location: Location;
  readonly input: PeriodInput;
}

/** Without `from` the period is the one day `to`; without `to` it ends today. */
function readSpan(given: Given, { site, now }: RequestContext): Result<Asked, Refusal> {
  const location = site.location(given.location);
  if (location === undefined) return refuse(ERRNO.notFound, 'location');
  const { timezone: zone, reset_time: resetTime } = location;
  const to = given.to === '' ? businessDay(now, zone, resetTime) : given.to;
  const from = given.from === '' ? to : given.from;
  if (!isDay(to)) return refuse(ERRNO.invalidParameters, 'to');
  if (!isDay(from)) return refuse(ERRNO.invalidParameters, 'from');
  if (from > to || Date.parse(to) - Date.parse(from) >= MOST_DAYS * DAY_MS)
    return refuse(ERRNO.invalidParameters, 'from');
  const { services, desks, users } = given;
  const dayAfter = new Date(Date.parse(to) + DAY_MS).toISOString().slice(0, 10);
  return ok({
    location,
    input: {
      locationId: location.id,
      from: dayBegins(from, zone, resetTime),
      until: dayBegins(dayAfter, zone, resetTime),
      rules: { from, to, zone, resetTime, services, desks, users },
    },
  });
}

function isDay(text: string): boolean {
  return text.length === 10 && parseWallTime(`${text} 00:00:00`, 'UTC') !== null;
}
