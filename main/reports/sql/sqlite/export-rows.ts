/** Single calls and tickets for tables that leave the house: nothing of the visitor, and no id that opens anything. */

import type { Db } from '../../../database/sqlite/db.ts';
import { CLOCK_MARGIN_MS, firstUuidAt } from '../../../lib/uuid.ts';
import type { CallResult, TicketState } from '../../../queue/contract/records.ts';
import { type CallRow, callFacts } from '../../../queue/sql/sqlite/call-facts.ts';
import type { ExportedCall, ExportedTicket, ExportInput, ExportPage } from '../../operations/report-queries.ts';
import { ticketKey } from '../ticket-key.ts';

interface ExportedCallRow extends CallRow {
  readonly ticket_service_id: string;
  readonly ticket_id: string;
  readonly number: number;
  readonly label: string;
  readonly issued_at: number;
}

const CALLS = `SELECT answer.id, answer.service_id, desk_id, user_id, answer.state, called_at, ended_at, waited_ms, first,
  ticket_id, ticket.service_id AS ticket_service_id, number, label, issued_at
  FROM answer JOIN ticket ON ticket.id = answer.ticket_id
  WHERE answer.location_id = ? AND called_at >= ? AND called_at < ? AND (called_at, answer.id) > (?, ?)
  ORDER BY called_at, answer.id LIMIT ?`;

/** What was noted of the calls between two of them, both included. */
const RESULTS = `SELECT answer_id AS id, code, count FROM call_result
  WHERE location_id = ? AND (called_at, answer_id) >= (?, ?) AND (called_at, answer_id) <= (?, ?) ORDER BY called_at, answer_id, code`;

export function exportCalls(db: Db, { locationId, from, until, after, limit }: ExportInput): ExportPage<ExportedCall> {
  const begin = after === null ? { at: from, id: '' } : after;
  const rows = db.all<ExportedCallRow>(CALLS, locationId, begin.at, until, begin.at, begin.id, limit);
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return { rows: [], next: null };
  const places = [first.called_at, first.id, last.called_at, last.id];
  const results = Map.groupBy(
    db.all<CallResult & { readonly id: string }>(RESULTS, locationId, ...places),
    ({ id }) => id,
  );
  return {
    rows: rows.map((row) => ({
      ...callFacts(row),
      ticketKey: ticketKey(row.ticket_id),
      results: (results.get(row.id) ?? []).map(({ code, count }) => ({ code, count })),
      ticket: {
        serviceId: row.ticket_service_id,
        number: row.number,
        label: row.label,
        issuedAt: row.issued_at,
      },
    })),
    next: rows.length < limit ? null : { at: last.called_at, id: last.id },
  };
}

interface TicketRow {
  readonly id: string;
  readonly service_id: string;
  readonly dst_service_id: string;
  readonly device_id: string;
  readonly number: number;
  readonly label: string;
  readonly state: TicketState;
  readonly stale: number;
  readonly transferred: number;
  readonly flags: number;
  readonly lang: string;
  readonly issued_at: number;
  readonly scheduled_at: number | null;
}

/** One of an earlier day waits no more, marked as ended or not yet (see `end-old-tickets.ts`). */
const TICKETS = `SELECT id, service_id, dst_service_id, device_id, number, label, state, transferred, flags, lang, issued_at,
    scheduled_at, state IN (1, 3) AND generation <
      coalesce((SELECT generation FROM service_queue WHERE service_id = ticket.dst_service_id), 0) AS stale
  FROM ticket WHERE id > ? AND id < ? AND location_id = ? ORDER BY id LIMIT ?`;

export function exportTickets(db: Db, input: ExportInput): ExportPage<ExportedTicket> {
  const { locationId, from, until, after, limit } = input;
  const begin = after === null ? firstUuidAt(from) : after.id;
  const rows = db.all<TicketRow>(TICKETS, begin, firstUuidAt(until + CLOCK_MARGIN_MS), locationId, limit);
  const last = rows.at(-1);
  return {
    rows: rows
      .filter(({ issued_at: at }) => at >= from && at < until)
      .map((row) => ({
        ticketKey: ticketKey(row.id),
        label: row.label,
        serviceId: row.service_id,
        dstServiceId: row.dst_service_id,
        deviceId: row.device_id,
        number: row.number,
        state: row.stale === 1 ? 5 : row.state,
        transferred: row.transferred === 1,
        flags: row.flags,
        lang: row.lang,
        issuedAt: row.issued_at,
        scheduledAt: row.scheduled_at,
      })),
    next: last === undefined || rows.length < limit ? null : { at: last.issued_at, id: last.id },
  };
}
