import type { PoolConnection } from '../../../database/postgres/pool.ts';
import { statement } from '../../../database/postgres/statement.ts';
import { CLOCK_MARGIN_MS, firstUuidAt } from '../../../lib/uuid.ts';
import type { DayCall, DayTicket } from '../../../queue/rules/day/day-counts.ts';
import { CALL_FIELDS } from '../../../queue/sql/postgres/call-facts.ts';
import type { ReportSpan } from '../../operations/report-queries.ts';

const SLICE_ROWS = 5_000;
const CALLS = statement(
  'report-calls',
  `SELECT id, ticket_id AS "ticketId", ${CALL_FIELDS} FROM answer
  WHERE location_id = $1 AND called_at >= $2 AND called_at < $3 AND (called_at, id) > ($2, $4)
  ORDER BY called_at, id LIMIT ${SLICE_ROWS}`,
);

/** One slice after the other, in the order of the calls. */
export async function* callSlices(
  line: PoolConnection,
  { locationId, from, until }: ReportSpan,
): AsyncGenerator<readonly DayCall[]> {
  for (let after = { at: from, id: '' }; ; ) {
    const rows = await line.ask<DayCall & { readonly id: string }>(CALLS, [locationId, after.at, until, after.id]);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE_ROWS) return;
    after = { at: last.calledAt, id: last.id };
  }
}

interface TicketFacts extends DayTicket {
  readonly serviceId: string;
  readonly issuedAt: number;
}

const TICKETS = statement(
  'report-tickets',
  `SELECT id, service_id AS "serviceId", dst_service_id AS "dstServiceId", state, issued_at AS "issuedAt" FROM ticket
  WHERE location_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT ${SLICE_ROWS}`,
);

export async function* ticketSlices(
  line: PoolConnection,
  { locationId, from, until }: ReportSpan,
): AsyncGenerator<readonly TicketFacts[]> {
  const end = firstUuidAt(until + CLOCK_MARGIN_MS);
  for (let after = firstUuidAt(from); ; ) {
    const rows = await line.ask<TicketFacts>(TICKETS, [locationId, after, end]);
    yield rows.filter(({ issuedAt }) => issuedAt >= from && issuedAt < until);
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE_ROWS) return;
    after = last.id;
  }
}
