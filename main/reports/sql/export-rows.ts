/**
 * SQL for exports of individual calls and tickets.
 *
 * Exports contain no personal data, and no id that grants access.
 */

import { createHash } from 'node:crypto';
import type { Effects } from '../../database/effect.ts';
import { sql } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import { ANSWER, TICKET } from '../../database/tables/queue-tables.ts';
import { CLOCK_MARGIN_MS, firstUuidAt } from '../../lib/uuid.ts';
import { type CallResult, TICKET_STATE } from '../../queue/contract/records.ts';
import { CALL_FACT_COLUMN, staleTicket, TICKET_COLUMN } from '../../queue/sql/columns.ts';
import type { ExportedCall, ExportedTicket, ExportInput, ExportPage } from '../operations/report-queries.ts';

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
const RESULTS = sql(
  'results-of-calls',
  `SELECT answer_id AS id, code, count FROM call_result
  WHERE location_id = $1 AND (called_at, answer_id) >= ($2, $3) AND (called_at, answer_id) <= ($4, $5)
  ORDER BY called_at, answer_id, code`,
);

export function* exportCalls(
  db: SqlRunner,
  { locationId, from, until, after, limit }: ExportInput,
): Effects<ExportPage<ExportedCall>> {
  const begin = after ?? { at: from, id: '' };
  const rows = yield* db.all<CallRow>(CALLS, locationId, begin.at, until, begin.id, limit);
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return { rows: [], next: null };
  const places = [locationId, first.calledAt, first.id, last.calledAt, last.id];
  const noted = yield* db.all<CallResult & { readonly id: string }>(RESULTS, ...places);
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

export function* exportTickets(db: SqlRunner, input: ExportInput): Effects<ExportPage<ExportedTicket>> {
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
