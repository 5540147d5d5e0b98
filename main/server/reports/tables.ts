/** Reports as tables for spreadsheets. Column names never change; ids stand beside names, which may. */
import { FLAG } from '../../contract/queue.ts';
import type { PeriodAnswer, TallyView } from '../../contract/rest/reports.ts';
import type { Location, Service } from '../../contract/site.ts';
import { businessDay } from '../../core/business-day.ts';
import { type ReportFilter, wantedBy } from '../../core/reports/report-filter.ts';
import type { Site } from '../../core/site-model.ts';
import { formatWallTime } from '../../core/zone.ts';
import type { ExportedCall, ExportedTicket, ExportInput, ExportPage, ReportSpan } from '../../store/store.ts';
import type { Cell, CsvRow, CsvTable } from '../answers/csv.ts';

const COUNTS = ['issued', 'never_called', 'calls', 'served', 'no_shows', 'paused', 'transferred'] as const;
const FIGURES = ['count', 'mean', 'median', 'p90', 'p95', 'max'] as const;

const TALLY_COLUMNS: readonly string[] = [
  ...COUNTS,
  ...FIGURES.map((figure) => `waiting_${figure}${figure === 'count' ? '' : '_seconds'}`),
  ...FIGURES.map((figure) => `service_${figure}${figure === 'count' ? '' : '_seconds'}`),
];

function tallyCells(tally: TallyView): CsvRow {
  const { waiting, service } = tally;
  return [
    ...COUNTS.map((name) => tally[name]),
    ...FIGURES.map((figure) => waiting[figure]),
    ...FIGURES.map((figure) => service[figure]),
  ];
}

/** One line for each entry: the leading cells that `lead` gives, then all figures. */
export function tallyTable<Entry extends TallyView>(
  fileName: string,
  columns: readonly string[],
  entries: readonly Entry[],
  lead: (entry: Entry) => readonly Cell[],
): CsvTable {
  const rows = entries.map((entry) => [...lead(entry), ...tallyCells(entry)]);
  return { fileName, columns: [...columns, ...TALLY_COLUMNS], rows: [rows] };
}

export function periodTable(answer: PeriodAnswer, table: string): CsvTable {
  const fileName = `${answer.location}_${answer.from}_${answer.to}_${table}`;
  const named = (entries: PeriodAnswer['by_service']) =>
    tallyTable(fileName, ['id', 'name'], entries, ({ id, name }) => [id, name]);
  switch (table) {
    case 'desks':
      return named(answer.by_desk);
    case 'users':
      return named(answer.by_user);
    case 'hours':
      return tallyTable(fileName, ['hour'], answer.by_hour, ({ hour }) => [hour]);
    case 'weekdays':
      return tallyTable(fileName, ['weekday'], answer.by_weekday, ({ weekday }) => [weekday]);
    case 'days':
      return tallyTable(fileName, ['day'], answer.by_day, ({ day }) => [day]);
    default:
      return named(answer.by_service);
  }
}

const PAGE_ROWS = 2_000;

/** Reads the pages of an export one after the other. */
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
  readonly location: Location;
  readonly span: ReportSpan;
}

export function callsTable(
  { fileName, site, location, span, ...filter }: RawTable,
  read: (input: ExportInput) => Promise<ExportPage<ExportedCall>>,
): CsvTable {
  const { at, day, label, nameOf } = writer(site, location);
  const wanted = wantedBy(filter);
  const write = (call: ExportedCall): CsvRow => [
    day(call.calledAt),
    at(call.calledAt),
    at(call.endedAt),
    OUTCOMES[call.state],
    label(call.ticket.serviceId, call.ticket.number),
    at(call.ticket.issuedAt),
    call.serviceId,
    nameOf(site.service(call.serviceId)),
    call.deskId,
    nameOf(site.desk(call.deskId)),
    call.userId,
    call.first,
    call.waitedMs === null ? '' : seconds(call.waitedMs),
    call.endedAt === null ? '' : seconds(call.endedAt - call.calledAt),
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
    ],
    rows: pages(filtered(read, wanted.call), span, write),
  };
}

export function ticketsTable(
  { fileName, site, location, span, ...filter }: RawTable,
  read: (input: ExportInput) => Promise<ExportPage<ExportedTicket>>,
): CsvTable {
  const wanted = wantedBy(filter);
  const { at, day, label, nameOf } = writer(site, location);
  const write = (ticket: ExportedTicket): CsvRow => [
    day(ticket.issuedAt),
    at(ticket.issuedAt),
    label(ticket.serviceId, ticket.number),
    ticket.serviceId,
    nameOf(site.service(ticket.serviceId)),
    ticket.dstServiceId,
    STATES[ticket.state],
    ticket.transferred,
    ...[FLAG.priority, FLAG.appointment, FLAG.virtual, FLAG.card, FLAG.walkIn].map((bit) => (ticket.flags & bit) !== 0),
    at(ticket.scheduledAt),
    ticket.lang,
    ticket.deviceId,
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

function writer(site: Site, { timezone, reset_time }: Location) {
  return {
    at: (instant: number | null): string => (instant === null ? '' : formatWallTime(instant, timezone)),
    day: (instant: number): string => businessDay(instant, timezone, reset_time),
    label(serviceId: string, number: number): string {
      const service: Service | undefined = site.service(serviceId);
      return service === undefined ? String(number) : site.ticketLabel(service, number);
    },
    nameOf: (thing: { readonly name: string } | undefined): string => thing?.name ?? '',
  };
}
