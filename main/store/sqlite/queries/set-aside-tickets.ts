import type { TicketRecord } from '../../../contract/queue.ts';
import type { ListInput, QueueQueries } from '../../store.ts';
import type { Db } from '../db.ts';
import { readQueue } from '../service-queue.ts';
import { TICKET_COLUMNS, type TicketRow, ticketRecord } from '../ticket-rows.ts';

type AsideRow = TicketRow & { readonly changed_at: number };

const PAUSED = `SELECT ${TICKET_COLUMNS}, changed_at FROM ticket
  WHERE state = 3 AND dst_service_id = ? AND generation = ?`;
const CANCELLED = `SELECT ${TICKET_COLUMNS}, changed_at FROM ticket
  WHERE state = 4 AND dst_service_id = ? AND called_when_cancelled >= ?`;
const CANCELLED_SINCE = `SELECT ${TICKET_COLUMNS}, changed_at FROM ticket
  WHERE state = 4 AND dst_service_id = ? AND changed_at >= ?`;

/** Paused tickets of the services, newest pause first. */
export function pausedTickets(db: Db, input: ListInput): readonly TicketRecord[] {
  return newestFirst(
    input.services.flatMap((serviceId) =>
      db.all<AsideRow>(PAUSED, serviceId, readQueue(db, serviceId)?.generation ?? 0),
    ),
    input.locationId,
  );
}

/** Cancelled tickets that may still be called by the tolerance, newest cancelling first. */
export function cancelledTickets(db: Db, input: QueueQueries['cancelledTickets']['input']): readonly TicketRecord[] {
  const { tolerance, since = 0 } = input;
  if (tolerance === 0) return [];
  const rows = input.services.flatMap((serviceId) => {
    if (tolerance < 0) return db.all<AsideRow>(CANCELLED_SINCE, serviceId, since);
    const called = readQueue(db, serviceId)?.called ?? 0;
    return db.all<AsideRow>(CANCELLED, serviceId, called - tolerance);
  });
  return newestFirst(rows, input.locationId);
}

function newestFirst(rows: readonly AsideRow[], locationId: string): TicketRecord[] {
  return rows
    .filter((row) => row.location_id === locationId)
    .toSorted((a, b) => b.changed_at - a.changed_at || (a.id < b.id ? 1 : -1))
    .map(ticketRecord);
}
