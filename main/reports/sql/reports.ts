/**
 * SQL of reports, in slices of some thousand rows.
 *
 * Calls are read by the index of last calls, and tickets by their ids, which grow with time. So no index exists for
 * reports only.
 */

import { createHash } from 'node:crypto';
import type { Effects } from '../../database/effect.ts';
import { sql } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import { ANSWER, TICKET } from '../../database/tables/queue-tables.ts';
import { CLOCK_MARGIN_MS, firstUuidAt } from '../../lib/uuid.ts';
import { type CallResult, TICKET_STATE } from '../../queue/contract/records.ts';
import { calendarOf } from '../../queue/rules/day/calendar.ts';
import { createDayCounts } from '../../queue/rules/day/day-counts.ts';
import { createPeriodReport } from '../../queue/rules/day/period.ts';
import { wantedBy } from '../../queue/rules/day/report-filter.ts';
import { createTransfers, type Transfers } from '../../queue/rules/day/transfers.ts';
import { CALL_FACT_COLUMN, staleTicket, TICKET_COLUMN } from '../../queue/sql/columns.ts';
import { createPast, type Past } from '../../wait-times/rules/historical-rate.ts';
import type {
  DeskLog,
  ExportedCall,
  ExportedTicket,
  ExportInput,
  ExportPage,
  LimitsInput,
  PastInput,
  PeriodInput,
  ReportQueries,
  ReportSpan,
} from '../operations/report-queries.ts';
import { branchesNow, liveFigures } from './live-figures.ts';
import { eachCall, eachCallFigures, eachTicket, eachTicketFigures, type ReportReader } from './slices.ts';

/** SQL for exports of individual calls and tickets. Exports contain no personal data, and no id that grants access. */

type CallRow = Omit<ExportedCall, 'ticket' | 'ticketKey' | 'results'> & {
  readonly id: string;
  readonly ticketId: string;
  readonly ticketServiceId: string;
  readonly number: number;
  readonly label: string;
  readonly issuedAt: number;
};

const CALLS = sql(
  'export-calls',
  ({ select, inPostgres }) => `SELECT answer.id, ${select(ANSWER, CALL_FACT_COLUMN, 'answer')},
    answer.ticket_id AS "ticketId", ticket.service_id AS "ticketServiceId", ticket.number, ticket.label,
    ticket.issued_at AS "issuedAt"
  FROM answer JOIN ticket ON ${inPostgres('ticket.location_id = answer.location_id AND ')}ticket.id = answer.ticket_id
  WHERE answer.location_id = $1 AND called_at >= $2 AND called_at < $3 AND (called_at, answer.id) > ($2, $4)
  ORDER BY called_at, answer.id LIMIT $5`,
);
/** Outcomes of the calls between two of them, both included. */
const RESULTS_OF_CALLS = sql(
  'results-of-calls',
  `SELECT answer_id AS id, code, count FROM call_result
  WHERE location_id = $1 AND (called_at, answer_id) >= ($2, $3) AND (called_at, answer_id) <= ($4, $5)
  ORDER BY called_at, answer_id, code`,
);

function* exportCalls(
  db: SqlRunner,
  { locationId, from, until, after, limit }: ExportInput,
): Effects<ExportPage<ExportedCall>> {
  const begin = after ?? { at: from, id: '' };
  const rows = yield* db.all<CallRow>(CALLS, locationId, begin.at, until, begin.id, limit);
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return { rows: [], next: null };
  const places = [locationId, first.calledAt, first.id, last.calledAt, last.id];
  const noted = yield* db.all<CallResult & { readonly id: string }>(RESULTS_OF_CALLS, ...places);
  const results = Map.groupBy(noted, ({ id }) => id);
  return {
    rows: rows.map(({ id, ticketId, ticketServiceId, number, label, issuedAt, ...call }) => ({
      ...call,
      ticketKey: ticketKey(ticketId),
      results: (results.get(id) ?? []).map(({ code, count }) => ({ code, count })),
      ticket: { serviceId: ticketServiceId, number, label, issuedAt },
    })),
    next: rows.length < limit ? null : { at: last.calledAt, id: last.id },
  };
}

const EXPORTED = [
  'label',
  'serviceId',
  'dstServiceId',
  'deviceId',
  'number',
  'state',
  'transferred',
  'flags',
  'lang',
  'issuedAt',
  'scheduledAt',
] as const satisfies readonly (keyof ExportedTicket)[];
const FIELDS = Object.fromEntries(EXPORTED.map((field) => [field, TICKET_COLUMN[field]]));

type TicketRow = Omit<ExportedTicket, 'ticketKey'> & { readonly id: string; readonly stale: boolean };

/** A ticket of an earlier day no longer waits, whether marked as ended or not. */
const TICKETS = sql(
  'export-tickets',
  ({ engine, select, flag }) => `SELECT id, ${select(TICKET, FIELDS, 'ticket')}, ${flag(staleTicket(engine), 'stale')}
  FROM ticket WHERE location_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT $4`,
);

function* exportTickets(db: SqlRunner, input: ExportInput): Effects<ExportPage<ExportedTicket>> {
  const { locationId, from, until, after, limit } = input;
  const begin = after === null ? firstUuidAt(from) : after.id;
  const rows = yield* db.all<TicketRow>(TICKETS, locationId, begin, firstUuidAt(until + CLOCK_MARGIN_MS), limit);
  const last = rows.at(-1);
  return {
    rows: rows
      .filter(({ issuedAt: at }) => at >= from && at < until)
      .map(({ id, stale, ...ticket }) => ({
        ...ticket,
        ticketKey: ticketKey(id),
        state: stale ? TICKET_STATE.ended : ticket.state,
      })),
    next: last === undefined || rows.length < limit ? null : { at: last.issuedAt, id: last.id },
  };
}

/**
 * Key that joins exported tables: equal for the same ticket, but not its id, which would give access to the ticket.
 * Collisions are as unlikely as for 96-bit ids.
 */
function ticketKey(id: string): string {
  return createHash('sha256').update(`table ${id}`).digest('hex').slice(0, 24);
}

const OLDER_TICKETS = sql('older-tickets', ({ engine }) =>
  engine === 'sqlite'
    ? // By the smallest index with id and service; the ids of old tickets are all below one.
      `SELECT count(*) AS count FROM ticket INDEXED BY ticket_number
    WHERE service_id IN (SELECT service_id FROM service_queue WHERE location_id = $1) AND id < $2`
    : // In id order, to use the primary key.
      `SELECT count(*) AS count
    FROM (SELECT id FROM ticket WHERE location_id = $1 AND id < $2 ORDER BY location_id, id) AS older`,
);
const OLDER_CALLS = sql(
  'older-calls',
  'SELECT count(*) AS count FROM answer WHERE location_id = $1 AND called_at < $2',
);

type Make<Name extends keyof ReportQueries> = (
  db: ReportReader,
  input: ReportQueries[Name]['input'],
) => Effects<ReportQueries[Name]['output']>;

const REPORTS: { readonly [Name in keyof ReportQueries]: Make<Name> } = {
  period: (db, input) => db.ofOneMoment(() => readPeriod(db, input)),
  *today(db, input) {
    const period = yield* db.ofOneMoment(() => readPeriod(db, input));
    return { period, ...(yield* liveFigures(db, input)) };
  },
  limits: readLimits,
  past: readPast,
  branches: branchesNow,
  *older(db, { locationId, before }) {
    const tickets = yield* db.one<{ count: number }>(OLDER_TICKETS, locationId, firstUuidAt(before));
    const calls = yield* db.one<{ count: number }>(OLDER_CALLS, locationId, before);
    return { tickets: tickets?.count ?? 0, calls: calls?.count ?? 0 };
  },
  days: (db, input) =>
    db.ofOneMoment(function* () {
      const transfers = createTransfers();
      const figures = yield* readPeriod(db, input, transfers);
      return { figures, transfers: transfers.figures(), log: yield* deskLog(db, input) };
    }),
  calls: exportCalls,
  tickets: exportTickets,
};

export function* makeReport<Name extends keyof ReportQueries>(
  db: ReportReader,
  report: Name,
  input: ReportQueries[Name]['input'],
): Effects<ReportQueries[Name]['output']> {
  const make: Make<Name> = REPORTS[report];
  yield* db.pause();
  return yield* make(db, input);
}

/** Maximum transfers whose next call is searched for: more than a location has open at once. */
const MAX_OPEN_TRANSFERS = 2_000;
const MAX_LOOKED_UP = 500;
const DESTINATIONS = sql(
  'destinations-of-tickets',
  ({ isIn }) => `SELECT id, dst_service_id AS "serviceId" FROM ticket WHERE ${isIn('id', 1)}`,
);

/** Settles transfers without a next call by the tickets, except the newest ones. */
function* settleTransfers(db: SqlRunner, transfers: Transfers, kept: number): Effects<void> {
  const ids = transfers.unknown(kept);
  for (let at = 0; at < ids.length; at += MAX_LOOKED_UP) {
    const some = ids.slice(at, at + MAX_LOOKED_UP);
    const rows = yield* db.all<{ readonly id: string; readonly serviceId: string }>(DESTINATIONS, some);
    for (const { id, serviceId } of rows) transfers.settle(id, serviceId);
  }
}

/**
 * Figures of purged parts of the period, and the rest row by row.
 *
 * @param transfers receives the calls that still exist
 */
function* readPeriod(
  db: ReportReader,
  input: PeriodInput,
  transfers: Transfers | null = null,
): Effects<ReportQueries['period']['output']> {
  const report = createPeriodReport(input.rules);
  const wanted = wantedBy(input.rules);
  yield* eachTicketFigures(db, input, (figures) => report.addTicketFigures(figures));
  yield* eachCallFigures(db, input, (figures) => report.addCallFigures(figures));
  yield* eachTicket(db, input, (ticket) => report.addTicket(ticket));
  if (transfers === null) yield* eachCall(db, input, (call) => report.addCall(call));
  else {
    yield* eachCall(
      db,
      input,
      (call) => {
        report.addCall(call);
        transfers.addCall(call, wanted.call(call));
      },
      () => settleTransfers(db, transfers, MAX_OPEN_TRANSFERS),
    );
    yield* settleTransfers(db, transfers, 0);
  }
  return report.figures();
}

/** A concurrent purge may count some calls twice, or not at all: acceptable for an estimate. */
function* readPast(db: ReportReader, input: PastInput): Effects<Past> {
  const past = createPast(input.today, calendarOf(input.rules.dayRules));
  yield* eachCallFigures(db, input, (figures) => past.addCallFigures(figures));
  yield* eachCall(db, input, (call) => past.addCall(call));
  return past.past();
}

/** For today only, which is never purged. */
function* readLimits(db: ReportReader, input: LimitsInput): Effects<ReportQueries['limits']['output']> {
  const counts = createDayCounts(input.inTime);
  yield* eachTicket(db, input, (ticket) => counts.addTicket(ticket));
  yield* eachCall(db, input, (call) => counts.addCall(call));
  return { day: counts.day(), ...(yield* liveFigures(db, input)), backAt: yield* returnsOf(db, input) };
}

const RESULTS = sql(
  'results-of-period',
  `SELECT result.service_id AS "serviceId", result.desk_id AS "deskId", coalesce(answer.user_id, '') AS "userId",
    result.code, count(*) AS calls, CAST(sum(result.count) AS bigint) AS count
  FROM call_result AS result
  LEFT JOIN answer ON answer.location_id = result.location_id AND answer.id = result.answer_id
  WHERE result.location_id = $1 AND result.called_at >= $2 AND result.called_at < $3
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
);
const BREAKS = sql(
  'breaks-of-period',
  ({ greater }) => `SELECT desk_id AS "deskId", user_id AS "userId", reason, count(*) AS breaks,
    CAST(sum(${greater('0', 'ended_at - began_at')}) AS bigint) AS ms
  FROM desk_time WHERE location_id = $1 AND began_at >= $2 AND began_at < $3 AND kind = 'break'
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
);
const RETURNS = sql(
  'returns-of-day',
  `SELECT desk_id AS "deskId", max(ended_at) AS at FROM desk_time
  WHERE location_id = $1 AND began_at >= $2 GROUP BY 1`,
);

function* deskLog(db: SqlRunner, { locationId, from, until }: ReportSpan): Effects<DeskLog> {
  const results = yield* db.all<DeskLog['results'][number]>(RESULTS, locationId, from, until);
  return { results, breaks: yield* db.all<DeskLog['breaks'][number]>(BREAKS, locationId, from, until) };
}

/** Last return of each desk from a break or closure since an instant. */
function* returnsOf(
  db: SqlRunner,
  { locationId, from }: Pick<ReportSpan, 'locationId' | 'from'>,
): Effects<Record<string, number>> {
  const rows = yield* db.all<{ deskId: string; at: number }>(RETURNS, locationId, from);
  return Object.fromEntries(rows.map(({ deskId, at }) => [deskId, at]));
}
