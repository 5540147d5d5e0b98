/** Reports as tables for spreadsheets. Column names never change; ids accompany names, which can change. */

import type { Cell, CsvRow } from '../../lib/csv-line.ts';
import { formatWallTime } from '../../lib/zone.ts';
import { CALL_STATE, FLAG, placeOfIssue } from '../../queue/contract/records.ts';
import type { Calendar } from '../../queue/rules/day/calendar.ts';
import { type ReportFilter, wantedBy } from '../../queue/rules/day/report-filter.ts';
import type { CsvTable } from '../../rest/responses/csv.ts';
import type { Service } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { occupancyOf } from '../contract/occupancy.ts';
import type { PeriodData, TallyView } from '../contract/rest/reports.ts';
import type {
  ExportedCall,
  ExportedTicket,
  ExportInput,
  ExportPage,
  ReportSpan,
} from '../operations/report-queries.ts';

const COUNTS = ['issued', 'never_called', 'calls', 'served', 'no_shows', 'paused', 'transferred'] as const;

const FIGURES = ['count', 'mean', 'median', 'p90', 'p95', 'max'] as const;

const TALLY_COLUMNS: readonly string[] = [
  ...COUNTS,
  ...FIGURES.map((figure) => `waiting_${figure}${figure === 'count' ? '' : '_seconds'}`),
  ...FIGURES.map((figure) => `service_${figure}${figure === 'count' ? '' : '_seconds'}`),
  'in_time',
];

const OF_TICKETS: ReadonlySet<string> = new Set(['issued', 'never_called']);

/** @param countsTickets without it, cells of issued tickets are empty, because zero would be wrong */
function tallyCells(tally: TallyView, countsTickets: boolean): CsvRow {
  const { waiting, service } = tally;
  return [
    ...COUNTS.map((name) => (OF_TICKETS.has(name) && !countsTickets ? '' : tally[name])),
    ...FIGURES.map((figure) => waiting[figure]),
    ...FIGURES.map((figure) => service[figure]),
    tally.in_time,
  ];
}

/** One row per entry: the leading cells from `lead`, then all figures. */
export function tallyTable<Entry extends TallyView>(
  fileName: string,
  columns: readonly string[],
  entries: readonly Entry[],
  lead: (entry: Entry) => readonly Cell[],
  countsTickets = true,
): CsvTable {
  const rows = entries.map((entry) => [...lead(entry), ...tallyCells(entry, countsTickets)]);
  return { fileName, columns: [...columns, ...TALLY_COLUMNS], rows: [rows] };
}

const OUTCOME_COLUMNS = ['service_id', 'service', 'user_id', 'user', 'code', 'name', 'kind', 'calls', 'count'] as const;

const TRANSFER_COLUMNS = ['from_id', 'from', 'to_id', 'to', 'transfers'] as const;

const STAFFING_COLUMNS = ['hour', 'days', 'issued', 'calls', 'desk_hours', 'service_seconds'] as const;

const OCCUPANCY_COLUMNS = ['id', 'name', 'desk_hours', 'service_seconds', 'occupancy'] as const;

const BREAK_COLUMNS = ['user_id', 'user', 'reason_id', 'reason', 'breaks', 'seconds'] as const;

/** One row per entry, with these fields. */
function rowsTable<Column extends string>(
  fileName: string,
  columns: readonly Column[],
  entries: readonly Readonly<Record<Column, Cell>>[],
): CsvTable {
  return { fileName, columns, rows: [entries.map((entry) => columns.map((column) => entry[column]))] };
}

/** Demand and desks by hour; issued tickets are empty where they are not counted. */
function staffingRows({ staffing_by_hour, by_hour, days_used: days, issued_counted }: PeriodData) {
  return staffing_by_hour.map(({ hour, ...time }) => {
    const { issued = 0, calls = 0 } = by_hour[hour] ?? {};
    return { hour, days, issued: issued_counted ? issued : '', calls, ...time };
  });
}

export function periodTable(answer: PeriodData, table: string): CsvTable {
  const fileName = `${answer.location}_${answer.from}_${answer.to}_${table}`;
  const tickets = answer.issued_counted;
  const named = (entries: PeriodData['by_desk'], counts = tickets) =>
    tallyTable(fileName, ['id', 'name'], entries, ({ id, name }) => [id, name], counts);
  switch (table) {
    case 'desks':
      return named(answer.by_desk);
    case 'users':
      return named(answer.by_user);
    case 'outcomes':
      return rowsTable(fileName, OUTCOME_COLUMNS, answer.by_outcome);
    case 'breaks':
      return rowsTable(fileName, BREAK_COLUMNS, answer.by_break);
    case 'transfers':
      return rowsTable(fileName, TRANSFER_COLUMNS, answer.by_transfer);
    case 'staffing':
      return rowsTable(fileName, STAFFING_COLUMNS, staffingRows(answer));
    case 'occupancy': {
      const desks = answer.staffing_by_desk.map((desk) => ({
        ...desk,
        occupancy: Math.round(occupancyOf(desk) * 1000) / 1000,
      }));
      return rowsTable(fileName, OCCUPANCY_COLUMNS, desks);
    }
    case 'hours':
      return tallyTable(fileName, ['hour'], answer.by_hour, ({ hour }) => [hour], tickets);
    case 'weekdays':
      return tallyTable(fileName, ['weekday'], answer.by_weekday, ({ weekday }) => [weekday], tickets);
    case 'days':
      return tallyTable(fileName, ['day'], answer.by_day, ({ day }) => [day], tickets);
    default:
      return named(answer.by_service);
  }
}

const PAGE_ROWS = 2_000;

/** Reads the pages of an export one after another. */
async function* pages<Row>(
  read: (input: ExportInput) => Promise<ExportPage<Row>>,
  span: ReportSpan,
  write: (row: Row) => CsvRow,
): AsyncGenerator<readonly CsvRow[]> {
  for (let after: ExportInput['after'] = null; ; ) {
    const page: ExportPage<Row> = await read({ ...span, after, limit: PAGE_ROWS });
    yield page.rows.map(write);
    if (page.next === null) return;
    after = page.next;
  }
}

const OUTCOMES = { 2: 'open', 3: 'paused', 4: 'no_show', 5: 'served', 6: 'transferred' } as const;

const STATES = { 1: 'waiting', 2: 'in_service', 3: 'paused', 4: 'cancelled', 5: 'ended' } as const;

export interface RawTable extends ReportFilter {
  readonly fileName: string;
  readonly site: Site;
  readonly calendar: Calendar;
  readonly span: ReportSpan;
}

export function callsTable(
  { fileName, site, calendar, span, ...filter }: RawTable,
  read: (input: ExportInput) => Promise<ExportPage<ExportedCall>>,
): CsvTable {
  const { at, day, label, nameOf } = writer(site, calendar);
  const wanted = wantedBy(filter);
  const write = (call: ExportedCall): CsvRow => [
    day(call.calledAt),
    at(call.calledAt),
    at(call.endedAt),
    OUTCOMES[call.state],
    label(call.ticket),
    at(call.ticket.issuedAt),
    call.serviceId,
    nameOf(site.service(call.serviceId)),
    call.deskId,
    nameOf(site.desk(call.deskId)),
    call.userId,
    call.first,
    call.waitedMs === null ? '' : seconds(call.waitedMs),
    // A no-show has no service time.
    call.endedAt === null || call.state === CALL_STATE.cancelled
      ? ''
      : seconds(Math.max(0, call.endedAt - call.calledAt)),
    call.ticketKey,
    utc(call.calledAt),
    utc(call.endedAt),
    utc(call.ticket.issuedAt),
    call.results.map(({ code, count }) => `${code}:${count}`).join('|'),
  ];
  return {
    fileName,
    columns: [
      'day',
      'called_at',
      'ended_at',
      'outcome',
      'ticket',
      'issued_at',
      'service_id',
      'service',
      'desk_id',
      'desk',
      'user_id',
      'first_call',
      'waited_seconds',
      'service_seconds',
      'ticket_key',
      'called_at_utc',
      'ended_at_utc',
      'issued_at_utc',
      'noted',
    ],
    rows: pages(filtered(read, wanted.call), span, write),
  };
}

export function ticketsTable(
  { fileName, site, calendar, span, ...filter }: RawTable,
  read: (input: ExportInput) => Promise<ExportPage<ExportedTicket>>,
): CsvTable {
  const wanted = wantedBy(filter);
  const { at, day, label, nameOf } = writer(site, calendar);
  const write = (ticket: ExportedTicket): CsvRow => [
    day(ticket.issuedAt),
    at(ticket.issuedAt),
    label(ticket),
    ticket.serviceId,
    nameOf(site.service(ticket.serviceId)),
    ticket.dstServiceId,
    STATES[ticket.state],
    ticket.transferred,
    ...[FLAG.priority, FLAG.appointment, FLAG.virtual, FLAG.card, FLAG.walkIn].map((bit) => (ticket.flags & bit) !== 0),
    at(ticket.scheduledAt),
    ticket.lang,
    placeOfIssue(ticket),
    ticket.ticketKey,
    utc(ticket.issuedAt),
    utc(ticket.scheduledAt),
  ];
  return {
    fileName,
    columns: [
      'day',
      'issued_at',
      'ticket',
      'service_id',
      'service',
      'last_service_id',
      'state',
      'transferred',
      'priority',
      'appointment',
      'virtual',
      'card',
      'walk_in',
      'scheduled_to',
      'language',
      'device_id',
      'ticket_key',
      'issued_at_utc',
      'scheduled_to_utc',
    ],
    rows: pages(
      filtered(read, ({ serviceId }) => wanted.service(serviceId)),
      span,
      write,
    ),
  };
}

function filtered<Row>(
  read: (input: ExportInput) => Promise<ExportPage<Row>>,
  isWanted: (row: Row) => boolean,
): (input: ExportInput) => Promise<ExportPage<Row>> {
  return async (input) => {
    const { rows, next } = await read(input);
    return { rows: rows.filter(isWanted), next };
  };
}

const seconds = (milliseconds: number): number => Math.round(milliseconds / 1000);

/** ISO 8601 in UTC, which is unambiguous when clocks are set back. */
const utc = (instant: number | null): string => (instant === null ? '' : new Date(instant).toISOString());

function writer(site: Site, calendar: Calendar) {
  return {
    at: (instant: number | null): string => (instant === null ? '' : formatWallTime(instant, calendar.zoneAt(instant))),
    day: (instant: number): string => calendar.dayOf(instant),
    label({ label, serviceId, number }: Pick<ExportedTicket, 'label' | 'serviceId' | 'number'>): string {
      if (label !== '') return label;
      const service: Service | undefined = site.service(serviceId);
      return service === undefined ? String(number) : site.ticketLabel(service, number);
    },
    nameOf: (thing: { readonly name: string } | undefined): string => thing?.name ?? '',
  };
}

export interface JoinedPart {
  readonly location: string;
  readonly table: CsvTable;
}

/**
 * @param columns of all tables
 * @param parts requested one by one as rows are consumed
 */
export function joinTables(name: string, columns: readonly string[], parts: AsyncIterable<JoinedPart>): CsvTable {
  return { fileName: `reports_${name}`, columns: ['location', ...columns], rows: rowsOf(parts) };
}

async function* rowsOf(parts: AsyncIterable<JoinedPart>): AsyncGenerator<readonly CsvRow[]> {
  for await (const { location, table } of parts) {
    for await (const rows of table.rows) yield rows.map((row) => [location, ...row]);
  }
}

/** All rows of a table; null if there are more than `most`. */
export async function gatherRows({ rows }: CsvTable, most: number): Promise<readonly CsvRow[] | null> {
  const gathered: CsvRow[] = [];
  for await (const some of rows) {
    for (const row of some) gathered.push(row);
    if (gathered.length > most) return null;
  }
  return gathered;
}
