/**
 * Reads the calls and tickets of a period, some thousand rows at a time. Each slice is a read of its own, so that it
 * never keeps SQLite from folding its log into the file. No index serves reports alone, since each would make every
 * ticket dearer: calls are found by the index that the lists of last calls need, and tickets by their ids, which grow
 * with the time of issue.
 */

import type { Db } from '../../../database/sqlite/db.ts';
import { CLOCK_MARGIN_MS, firstUuidAt } from '../../../lib/uuid.ts';
import type { DayCall, DayTicket } from '../../../queue/rules/day/day-counts.ts';
import { type CallRow, callFacts } from '../../../queue/sql/sqlite/call-facts.ts';
import type { ReportSpan } from '../../operations/report-queries.ts';

const SLICE_ROWS = 5_000;
const CALLS = `SELECT id, ticket_id, service_id, desk_id, user_id, state, called_at, ended_at, waited_ms, first FROM answer
  WHERE location_id = ? AND called_at >= ? AND called_at < ? AND (called_at, id) > (?, ?)
  ORDER BY called_at, id LIMIT ${SLICE_ROWS}`;

/** One slice after the other, in the order of the calls. */
export function* callSlices(db: Db, { locationId, from, until }: ReportSpan): Generator<readonly DayCall[]> {
  for (let after = { at: from, id: '' }; ; ) {
    const rows = db.all<CallRow & { readonly ticket_id: string }>(
      CALLS,
      locationId,
      after.at,
      until,
      after.at,
      after.id,
    );
    yield rows.map((row) => ({ ...callFacts(row), ticketId: row.ticket_id }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE_ROWS) return;
    after = { at: last.called_at, id: last.id };
  }
}

interface TicketFacts extends DayTicket {
  readonly serviceId: string;
  readonly issuedAt: number;
}

const TICKETS = `SELECT id, service_id AS serviceId, dst_service_id AS dstServiceId, state, issued_at AS issuedAt FROM ticket WHERE id > ? AND id < ? AND location_id = ?
  ORDER BY id LIMIT ${SLICE_ROWS}`;

export function* ticketSlices(db: Db, { locationId, from, until }: ReportSpan): Generator<readonly TicketFacts[]> {
  const end = firstUuidAt(until + CLOCK_MARGIN_MS);
  for (let after = firstUuidAt(from); ; ) {
    const rows = db.all<TicketFacts>(TICKETS, after, end, locationId);
    yield rows.filter(({ issuedAt }) => issuedAt >= from && issuedAt < until);
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE_ROWS) return;
    after = last.id;
  }
}
