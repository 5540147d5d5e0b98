import type { TicketRecord } from '../../../contract/queue.ts';
import type { QueueQueries } from '../../store.ts';
import type { Db } from '../db.ts';
import { readQueue } from '../service-queue.ts';
import { TICKET_COLUMNS, type TicketRow, ticketRecord } from '../ticket-rows.ts';
import { inTurn } from './turn-order.ts';

const SELECT = `SELECT ${TICKET_COLUMNS}, lane FROM ticket
  WHERE state = 1 AND dst_service_id = ? AND generation = ?`;

/** In the order of the next calls; appointments that cannot be next yet come after all others. */
export function waitingTickets(db: Db, input: QueueQueries['waitingTickets']['input']): readonly TicketRecord[] {
  const queue = readQueue(db, input.serviceId);
  if (queue === undefined) return [];
  const rows = db.all<TicketRow & { readonly lane: string }>(SELECT, input.serviceId, queue.generation);
  const waiting = rows.map((row) => ({ ticket: ticketRecord(row), lane: row.lane }));
  return inTurn(db, waiting, queue.location_id, input);
}
