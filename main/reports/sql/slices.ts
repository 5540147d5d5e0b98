/**
 * Reads calls, tickets and figures of a period in slices of some thousand rows.
 *
 * In SQLite each slice is a separate read, so that it never blocks a WAL checkpoint. No index exists for reports only,
 * because it would slow down every ticket. Calls use the index of last calls, and tickets their ids, which grow with
 * the time of issue.
 */

import type { Effect, Effects } from '../../database/effect.ts';
import { selected } from '../../database/postgres/statement.ts';
import { type Sql, sql } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import { ANSWER } from '../../database/tables/queue-tables.ts';
import { CLOCK_MARGIN_MS, firstUuidAt } from '../../lib/uuid.ts';
import type { DayCall, DayTicket } from '../../queue/rules/day/day-counts.ts';
import type { CallFigures, TicketFigures } from '../../queue/rules/day/figures.ts';
import { CALL_FACT_COLUMN } from '../../queue/sql/columns.ts';
import {
  CALL_FIGURE_COLUMN,
  type CallFigureRow,
  callFigures,
  TICKET_FIGURE_COLUMN,
} from '../../queue/sql/stored-figures.ts';
import type { PeriodInput, ReportSpan } from '../operations/report-queries.ts';

/** Row access of a report. */
export interface ReportReader extends SqlRunner {
  /** Yields to other reports. */
  pause(): Effect<void>;
  /** Runs reads in a snapshot, because of concurrent purges. */
  ofOneMoment<T>(read: () => Effects<T>): Effects<T>;
}

const MAX_ROWS = 5_000;
const MAX_FIGURES = 2_000;

const CALLS = sql(
  'report-calls',
  ({ select }) => `SELECT id, ticket_id AS "ticketId", ${select(ANSWER, CALL_FACT_COLUMN)} FROM answer
  WHERE location_id = $1 AND called_at >= $2 AND called_at < $3 AND (called_at, id) > ($2, $4)
  ORDER BY called_at, id LIMIT ${MAX_ROWS}`,
);
const TICKETS = sql(
  'report-tickets',
  `SELECT id, service_id AS "serviceId", dst_service_id AS "dstServiceId", state, issued_at AS "issuedAt" FROM ticket
  WHERE location_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT ${MAX_ROWS}`,
);
const CALL_FIGURES = sql(
  'report-call-figures',
  `SELECT ${selected(CALL_FIGURE_COLUMN)} FROM call_figure
  WHERE location_id = $1 AND day <= $2 AND (day, hour, service_id, desk_id, user_id) > ($3, $4, $5, $6, $7)
  ORDER BY day, hour, service_id, desk_id, user_id LIMIT ${MAX_FIGURES}`,
);
const TICKET_FIGURES = sql(
  'report-ticket-figures',
  `SELECT ${selected(TICKET_FIGURE_COLUMN)} FROM ticket_figure
  WHERE location_id = $1 AND day <= $2 AND (day, hour, service_id) > ($3, $4, $5)
  ORDER BY day, hour, service_id LIMIT ${MAX_FIGURES}`,
);

interface TicketFacts extends DayTicket {
  readonly serviceId: string;
  readonly issuedAt: number;
}

type Place = readonly (string | number)[];

/** @param placeOf key values after which the next slice starts */
function* eachRow<Row>(
  db: ReportReader,
  { asked, most, begin }: { readonly asked: Sql; readonly most: number; readonly begin: Place },
  placeOf: (last: Row) => Place,
  add: (row: Row) => void,
  afterSlice?: () => Effects<void>,
): Effects<void> {
  for (let place = begin; ; ) {
    const rows = yield* db.all<Row>(asked, ...place);
    for (const row of rows) add(row);
    if (afterSlice !== undefined) yield* afterSlice();
    yield* db.pause();
    const last = rows.at(-1);
    if (last === undefined || rows.length < most) return;
    place = placeOf(last);
  }
}

/** In call order. */
export function eachCall(
  db: ReportReader,
  { locationId, from, until }: ReportSpan,
  add: (call: DayCall) => void,
  afterSlice?: () => Effects<void>,
): Effects<void> {
  return eachRow<DayCall & { readonly id: string }>(
    db,
    { asked: CALLS, most: MAX_ROWS, begin: [locationId, from, until, ''] },
    ({ calledAt, id }) => [locationId, calledAt, until, id],
    add,
    afterSlice,
  );
}

export function eachTicket(
  db: ReportReader,
  { locationId, from, until }: ReportSpan,
  add: (ticket: TicketFacts) => void,
): Effects<void> {
  const end = firstUuidAt(until + CLOCK_MARGIN_MS);
  return eachRow<TicketFacts>(
    db,
    { asked: TICKETS, most: MAX_ROWS, begin: [locationId, firstUuidAt(from), end] },
    ({ id }) => [locationId, id, end],
    (ticket) => {
      if (ticket.issuedAt >= from && ticket.issuedAt < until) add(ticket);
    },
  );
}

type FigureInput = Pick<PeriodInput, 'locationId' | 'rules'>;

export function eachCallFigures(
  db: ReportReader,
  { locationId, rules }: FigureInput,
  add: (figures: CallFigures) => void,
): Effects<void> {
  return eachRow<CallFigureRow>(
    db,
    { asked: CALL_FIGURES, most: MAX_FIGURES, begin: [locationId, rules.to, rules.from, -1, '', '', ''] },
    (last) => [locationId, rules.to, last.day, last.hour, last.serviceId, last.deskId, last.userId],
    (row) => add(callFigures(row)),
  );
}

export function eachTicketFigures(
  db: ReportReader,
  { locationId, rules }: FigureInput,
  add: (figures: TicketFigures) => void,
): Effects<void> {
  return eachRow<TicketFigures>(
    db,
    { asked: TICKET_FIGURES, most: MAX_FIGURES, begin: [locationId, rules.to, rules.from, -1, ''] },
    (last) => [locationId, rules.to, last.day, last.hour, last.serviceId],
    add,
  );
}
