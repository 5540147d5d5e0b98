import type { TicketRecord } from '../../contract/queue.ts';
import type { ListInput, QueueQueries } from '../queue.ts';
import type { Rows, StoredTicket } from '../rows.ts';
import type { Steps } from '../step.ts';

/** Paused tickets of the services, newest pause first. */
export function* pausedTickets(rows: Rows, input: ListInput): Steps<readonly TicketRecord[]> {
  const queues = (yield* rows.queues(input.services)).filter((queue) => queue !== null);
  return newestFirst(yield* rows.paused(queues), input.locationId);
}

/** Cancelled tickets that may still be called by the tolerance, newest cancelling first. */
export function* cancelledTickets(
  rows: Rows,
  input: QueueQueries['cancelledTickets']['input'],
): Steps<readonly TicketRecord[]> {
  const { locationId, services, tolerance, since = 0 } = input;
  if (tolerance === 0) return [];
  if (tolerance < 0) return newestFirst(yield* rows.cancelledSince(services, since), locationId);
  const queues = (yield* rows.queues(services)).filter((queue) => queue !== null);
  const mayCome = queues.map(({ serviceId, called }) => ({ serviceId, called: called - tolerance }));
  return newestFirst(yield* rows.cancelledAfter(mayCome), locationId);
}

function newestFirst(found: readonly StoredTicket[], locationId: string): TicketRecord[] {
  return found
    .filter(({ ticket }) => ticket.locationId === locationId)
    .toSorted((a, b) => b.changedAt - a.changedAt || (a.ticket.id < b.ticket.id ? 1 : -1))
    .map(({ ticket }) => ticket);
}
