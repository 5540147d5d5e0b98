import type { TicketRecord } from '../../contract/queue.ts';
import type { ListInput, QueueQueries } from '../queue.ts';
import type { Rows, StoredTicket } from '../rows.ts';
import type { Steps } from '../step.ts';

/** Paused tickets of the services, newest pause first. */
export function* pausedTickets(rows: Rows, input: ListInput): Steps<readonly TicketRecord[]> {
  const found: StoredTicket[] = [];
  for (const serviceId of input.services) {
    const queue = yield* rows.queue(serviceId);
    found.push(...(yield* rows.paused(serviceId, queue?.generation ?? 0)));
  }
  return newestFirst(found, input.locationId);
}

/** Cancelled tickets that may still be called by the tolerance, newest cancelling first. */
export function* cancelledTickets(
  rows: Rows,
  input: QueueQueries['cancelledTickets']['input'],
): Steps<readonly TicketRecord[]> {
  const { tolerance, since = 0 } = input;
  if (tolerance === 0) return [];
  const found: StoredTicket[] = [];
  for (const serviceId of input.services) {
    if (tolerance < 0) found.push(...(yield* rows.cancelledSince(serviceId, since)));
    else {
      const called = (yield* rows.queue(serviceId))?.called ?? 0;
      found.push(...(yield* rows.cancelledAfter(serviceId, called - tolerance)));
    }
  }
  return newestFirst(found, input.locationId);
}

function newestFirst(found: readonly StoredTicket[], locationId: string): TicketRecord[] {
  return found
    .filter(({ ticket }) => ticket.locationId === locationId)
    .toSorted((a, b) => b.changedAt - a.changedAt || (a.ticket.id < b.ticket.id ? 1 : -1))
    .map(({ ticket }) => ticket);
}
