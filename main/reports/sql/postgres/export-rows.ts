/** Single calls and tickets for tables that leave the house: nothing of the visitor, and no id that opens anything. */

import type { PoolConnection } from '../../../database/postgres/pool.ts';
import { selected, statement } from '../../../database/postgres/statement.ts';
import { CLOCK_MARGIN_MS, firstUuidAt } from '../../../lib/uuid.ts';
import type { CallResult, TicketState } from '../../../queue/contract/records.ts';
import { TICKET_STATE } from '../../../queue/contract/records.ts';
import { TICKET_COLUMN } from '../../../queue/sql/columns.ts';
import { CALL_FIELDS } from '../../../queue/sql/postgres/call-facts.ts';
import { STALE } from '../../../queue/sql/postgres/ticket-row.ts';
import type { ExportedCall, ExportedTicket, ExportInput, ExportPage } from '../../operations/report-queries.ts';
import { ticketKey } from '../ticket-key.ts';

type CallRow = Omit<ExportedCall, 'ticket' | 'ticketKey' | 'results'> & {
  readonly id: string;
  readonly ticketId: string;
  readonly ticketServiceId: string;
  readonly number: number;
  readonly label: string;
  readonly issuedAt: number;
};

const CALLS = statement(
  'export-calls',
  `SELECT answer.id, ${CALL_FIELDS}, answer.ticket_id AS "ticketId", ticket.service_id AS "ticketServiceId",
    ticket.number, ticket.label, ticket.issued_at AS "issuedAt"
  FROM answer JOIN ticket ON ticket.location_id = answer.location_id AND ticket.id = answer.ticket_id
  WHERE answer.location_id = $1 AND called_at >= $2 AND called_at < $3 AND (called_at, answer.id) > ($2, $4)
  ORDER BY called_at, answer.id LIMIT $5`,
);

/** What was noted of the calls between two of them, both included. */
const RESULTS = statement(
  'results-of-calls',
  `SELECT answer_id AS id, code, count FROM call_result
  WHERE location_id = $1 AND (called_at, answer_id) >= ($2, $3) AND (called_at, answer_id) <= ($4, $5) ORDER BY called_at, answer_id, code`,
);

export async function exportCalls(
  line: PoolConnection,
  { locationId, from, until, after, limit }: ExportInput,
): Promise<ExportPage<ExportedCall>> {
  const begin = after ?? { at: from, id: '' };
  const rows = await line.ask<CallRow>(CALLS, [locationId, begin.at, until, begin.id, limit]);
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return { rows: [], next: null };
  const places = [locationId, first.calledAt, first.id, last.calledAt, last.id];
  const results = Map.groupBy(
    await line.ask<CallResult & { readonly id: string }>(RESULTS, places),
    (result) => result.id,
  );
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
  'transferred',
  'flags',
  'lang',
  'issuedAt',
  'scheduledAt',
] as const satisfies readonly (keyof ExportedTicket)[];

type TicketRow = Omit<ExportedTicket, 'ticketKey'> & {
  readonly id: string;
  readonly state: TicketState;
  readonly stale: boolean;
};

const FIELDS = selected(Object.fromEntries(EXPORTED.map((field) => [field, TICKET_COLUMN[field]])), 'ticket');
/** One of an earlier day waits no more, marked as ended or not yet. */
const TICKETS = statement(
  'export-tickets',
  `SELECT id, state, ${FIELDS}, ${STALE} AS stale FROM ticket WHERE location_id = $1 AND id > $2 AND id < $3
  ORDER BY id LIMIT $4`,
);

export async function exportTickets(line: PoolConnection, input: ExportInput): Promise<ExportPage<ExportedTicket>> {
  const { locationId, from, until, after, limit } = input;
  const begin = after === null ? firstUuidAt(from) : after.id;
  const rows = await line.ask<TicketRow>(TICKETS, [locationId, begin, firstUuidAt(until + CLOCK_MARGIN_MS), limit]);
  const last = rows.at(-1);
  return {
    rows: rows
      .filter(({ issuedAt: at }) => at >= from && at < until)
      .map(({ id, stale, state, ...ticket }) => ({
        ...ticket,
        ticketKey: ticketKey(id),
        state: stale ? TICKET_STATE.ended : state,
      })),
    next: last === undefined || rows.length < limit ? null : { at: last.issuedAt, id: last.id },
  };
}
