/** REST operations for today's dashboard and reports over any period (extension). As JSON, and each table as CSV. */

import type { Static } from 'typebox';
import { type Refusal, refuse } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { calendarOf, dayAfter } from '../../queue/rules/day/calendar.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import type { CsvTable } from '../../rest/responses/csv.ts';
import { REPORT_PERIOD, REPORT_TODAY } from '../contract/endpoints.ts';
import {
  PERIOD_TABLES,
  PeriodAnswer,
  PeriodParameters,
  TablesAnswer,
  TablesParameters,
  TodayAnswer,
  TodayParameters,
} from '../contract/rest/reports.ts';
import { filterFault, openWeek, type PeriodRequest, readPeriod, readSpan, targetsOf } from '../service/read-period.ts';
import {
  callsTable,
  gatherRows,
  type JoinedPart,
  joinTables,
  periodTable,
  tallyTable,
  ticketsTable,
} from '../service/tables.ts';
import { translatedNotes } from '../service/translated-period.ts';
import { todayView } from '../service/views.ts';

/** Limit of a JSON response, which is built in memory; CSV is streamed without limit. */
const MAX_ROWS = 50_000;

const SEPARATORS: Readonly<Record<string, string>> = { semicolon: ';', ';': ';', tab: '\t' };

function separated(table: CsvTable, separator: string): CsvTable {
  return { ...table, separator: SEPARATORS[separator] ?? ',' };
}

async function readToday(
  locationId: string,
  { site, store, now }: RequestContext,
): Promise<Result<TodayAnswer, Refusal>> {
  const location = site.location(locationId);
  if (location === undefined) return refuse(ERRNO.notFound, 'location');
  const dayRules = await store.query('dayRules', { locationId });
  const calendar = calendarOf(dayRules);
  const day = calendar.dayOf(now);
  const report = await store.report('today', {
    locationId,
    from: calendar.begins(day),
    until: calendar.begins(dayAfter(day)),
    rules: { from: day, to: day, dayRules, targets: targetsOf(site, location), services: [], desks: [], users: [] },
    services: site
      .servicesOf(locationId)
      .filter(({ qm_enabled }) => qm_enabled)
      .map(({ id }) => id),
    desks: site.desksOf(locationId).map(({ id }) => id),
    now,
  });
  return ok(todayView(site, location, report, { day, now }));
}

const reportToday = operation({
  name: 'report_today',
  area: 'reports',
  summary: 'Live figures of a location: waiting visitors and times, results of today, and each desk.',
  errnos: [ERRNO.notFound],
  endpoint: REPORT_TODAY,
  roles: ['reports_view'],
  reportKeys: true,
  jsonOnly: true,
  takesLong: true,
  parameters: TodayParameters,
  answer: TodayAnswer,
  handle: ({ location }, context) => readToday(location, context),
  async csv({ location, table, separator }, context) {
    const read = await readToday(location, context);
    return read.ok ? ok(separated(todayTable(read.value, table), separator)) : read;
  },
});

function todayTable({ location, day, by_service, by_desk, by_hour }: TodayAnswer, table: string): CsvTable {
  const fileName = `${location}_${day}_${table}`;
  if (table === 'hours') return tallyTable(fileName, ['hour'], by_hour, ({ hour }) => [hour]);
  if (table === 'desks') {
    return tallyTable(fileName, ['id', 'name', 'open'], by_desk, ({ id, name, open }) => [id, name, open]);
  }
  const columns = ['id', 'name', 'open', 'waiting_now', 'average_wait_seconds', 'longest_wait_seconds'];
  return tallyTable(fileName, columns, by_service, (service) => [
    service.id,
    service.name,
    service.open,
    service.waiting_now,
    service.average_wait,
    service.longest_wait,
  ]);
}

const reportPeriod = operation({
  name: 'report_period',
  area: 'reports',
  summary:
    'A location over some business days: tickets, calls, waiting and service time by service, desk, user, hour, weekday and day.',
  errnos: [ERRNO.notFound],
  endpoint: REPORT_PERIOD,
  roles: ['reports_view'],
  reportKeys: true,
  jsonOnly: true,
  takesLong: true,
  parameters: PeriodParameters,
  answer: PeriodAnswer,
  async handle(given, context) {
    const asked = await readSpan(given, context);
    if (!asked.ok) return asked;
    const period = await readPeriod(asked.value, context);
    const [lang] = context.languages;
    if (!period.ok) return period;
    const { location } = asked.value;
    return ok({
      ...(lang === undefined ? period.value : translatedNotes(period.value, context.site, location, lang)),
      open_by_weekday_and_hour: await openWeek(asked.value, context),
    });
  },
  async csv(given, context) {
    const asked = await readSpan(given, context);
    if (!asked.ok) return asked;
    const table = await readTable(asked.value, given.table, context);
    return table.ok ? ok(separated(table.value, given.separator)) : table;
  },
});

/** Several tables of several locations, for nightly imports. */
const reportTables = operation({
  name: 'report_tables',
  area: 'reports',
  summary: 'Several tables of several locations in one response, for nightly imports.',
  errnos: [ERRNO.notFound],
  method: 'GET',
  path: '/restapi/v2/reports/tables',
  roles: ['reports_view'],
  reportKeys: true,
  jsonOnly: true,
  takesLong: true,
  parameters: TablesParameters,
  answer: TablesAnswer,
  async handle(given, context) {
    const spans = await readSpans(given, context);
    if (!spans.ok) return spans;
    const names = tableNames(given);
    if (names === null) return refuse(ERRNO.invalidParameters, 'tables');
    const tables: Static<typeof TablesAnswer>['tables'] = [];
    let room = MAX_ROWS;
    for (const table of names) {
      const joined = await readTables(spans.value, table, context);
      if (!joined.ok) return joined;
      const rows = await gatherRows(joined.value, room);
      if (rows === null) {
        const error = `A JSON response contains at most ${MAX_ROWS} rows. Request fewer days, or the table as CSV.`;
        return fail({ errno: ERRNO.invalidParameters, error, parameter: 'tables' });
      }
      room -= rows.length;
      tables.push({ table, columns: [...joined.value.columns], rows: rows.map((row) => [...row]) });
    }
    const periods = spans.value.map(({ location, input: { rules } }) => ({
      location: location.id,
      name: location.name,
      timezone: location.timezone,
      from: rules.from,
      to: rules.to,
    }));
    return ok({ success: true, periods, tables });
  },
  async csv(given, context) {
    const names = tableNames(given);
    if (names === null || names.length !== 1) {
      const error = 'A CSV contains one table. Request one table, or JSON.';
      return fail({ errno: ERRNO.invalidParameters, error, parameter: 'tables' });
    }
    const spans = await readSpans(given, context);
    if (!spans.ok) return spans;
    const table = await readTables(spans.value, names[0] ?? '', context);
    return table.ok ? ok(separated(table.value, given.separator)) : table;
  },
});

/** Null for an unknown table name. */
function tableNames({ tables }: TablesParameters): readonly string[] | null {
  const names = [...new Set(tables as readonly string[])];
  return names.every((name) => (PERIOD_TABLES as readonly string[]).includes(name)) ? names : null;
}

async function readSpans(
  given: TablesParameters,
  context: RequestContext,
): Promise<Result<readonly PeriodRequest[], Refusal>> {
  const { site } = context;
  const spans: PeriodRequest[] = [];
  for (const id of given.locations.length === 0 ? site.locations.map((one) => one.id) : new Set(given.locations)) {
    const asked = await readSpan({ ...given, location: id }, context);
    if (!asked.ok) {
      const { parameter, ...rest } = asked.error;
      return fail({ ...rest, parameter: parameter === 'location' ? 'locations' : (parameter ?? 'locations') });
    }
    spans.push(asked.value);
  }
  return ok(spans);
}

/** Reads locations one after another while rows are consumed: only one location's figures are in memory. */
async function readTables(
  spans: readonly PeriodRequest[],
  table: string,
  context: RequestContext,
): Promise<Result<CsvTable, Refusal>> {
  const [first, ...others] = spans;
  if (first === undefined) return ok(joinTables(table, [], noParts()));
  // Check unknown filter values first: a streamed response can no longer be refused.
  for (const { unknown, input } of others) {
    const fault = unknown.length === 0 ? null : filterFault(unknown, await context.store.report('period', input));
    if (fault !== null) return fail(fault);
  }
  const read = await readTable(first, table, context);
  if (!read.ok) return read;
  async function* parts(): AsyncGenerator<JoinedPart> {
    if (read.ok) yield { location: first?.location.id ?? '', table: read.value };
    for (const asked of others) {
      const next = await readTable(asked, table, context);
      // It was checked above; a purge may have removed it since, then the table is empty.
      if (next.ok) yield { location: asked.location.id, table: next.value };
    }
  }
  return ok(joinTables(table, read.value.columns, parts()));
}

async function* noParts(): AsyncGenerator<JoinedPart> {}

async function readTable(
  asked: PeriodRequest,
  table: string,
  context: RequestContext,
): Promise<Result<CsvTable, Refusal>> {
  if (table !== 'calls' && table !== 'tickets') {
    const read = await readPeriod(asked, context);
    return read.ok ? ok(periodTable(read.value, table)) : read;
  }
  const { site, store } = context;
  const { location, calendar, input, unknown } = asked;
  const { locationId, from, until, rules } = input;
  if (unknown.length > 0) {
    const fault = filterFault(unknown, await store.report('period', input));
    if (fault !== null) return fail(fault);
  }
  const { services, desks, users } = rules;
  const fileName = `${location.id}_${rules.from}_${rules.to}_${table}`;
  const raw = { fileName, site, calendar, span: { locationId, from, until }, services, desks, users };
  return ok(
    table === 'calls'
      ? callsTable(raw, (page) => store.report('calls', page))
      : ticketsTable(raw, (page) => store.report('tickets', page)),
  );
}

export const REPORT_OPERATIONS: readonly Operation[] = [reportToday, reportPeriod, reportTables];
