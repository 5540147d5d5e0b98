/** Queries: paused tickets and no-shows that can still be called. */
import type { Effects } from '../../../database/effect.ts';
import type { Rows } from '../../../store/contract/rows.ts';
import { query } from '../../../store/contract/scope.ts';
import type { TicketRecord } from '../../contract/records.ts';
import type { TicketNow } from '../call-records.ts';
import type { StoredTicket } from '../rows/tickets.ts';

export interface ListInput {
  readonly locationId: string;
  readonly services: readonly string[];
}

export interface CancelledInput extends ListInput {
  readonly tolerance: number;
  /** Start of the business day. */
  readonly since: number;
}

/** Paused tickets of the services, newest pause first. */
export const pausedTickets = query<ListInput, readonly TicketRecord[]>({
  scope: 'location',
  snapshot: true,
  *run(rows, input) {
    return (yield* paused(rows, input)).map(({ ticket }) => ticket);
  },
});

/** The same, each with its newest call. */
export const pausedNow = query<ListInput, readonly TicketNow[]>({
  scope: 'location',
  snapshot: true,
  *run(rows, input) {
    return yield* withCalls(rows, yield* paused(rows, input));
  },
});

/** Tickets cancelled on the business day that the tolerance still allows to call, newest cancellation first. */
export const cancelledTickets = query<CancelledInput, readonly TicketRecord[]>({
  scope: 'location',
  snapshot: true,
  *run(rows, input) {
    return (yield* cancelled(rows, input)).map(({ ticket }) => ticket);
  },
});

/** The same, each with its newest call. */
export const cancelledNow = query<CancelledInput, readonly TicketNow[]>({
  scope: 'location',
  snapshot: true,
  *run(rows, input) {
    return yield* withCalls(rows, yield* cancelled(rows, input));
  },
});

function* paused(rows: Rows, { locationId, services }: ListInput): Effects<readonly StoredTicket[]> {
  const queues = (yield* rows.queues(services)).filter((queue) => queue !== null);
  return newestFirst(yield* rows.paused(queues), locationId);
}

function* cancelled(
  rows: Rows,
  { locationId, services, tolerance, since }: CancelledInput,
): Effects<readonly StoredTicket[]> {
  if (tolerance === 0) return [];
  if (tolerance < 0) return newestFirst(yield* rows.cancelledSince(services, since), locationId);
  const queues = (yield* rows.queues(services)).filter((queue) => queue !== null);
  const mayCome = queues.map(({ serviceId, called }) => ({ serviceId, called: called - tolerance }));
  const found = yield* rows.cancelledAfter(mayCome);
  return newestFirst(
    found.filter(({ changedAt }) => changedAt >= since),
    locationId,
  );
}

function newestFirst(found: readonly StoredTicket[], locationId: string): readonly StoredTicket[] {
  return found
    .filter(({ ticket }) => ticket.locationId === locationId)
    .toSorted((a, b) => b.changedAt - a.changedAt || (a.ticket.id < b.ticket.id ? 1 : -1));
}

/** Adds the newest call to each ticket, in the same order. All tickets belong to one location. */
function* withCalls(rows: Rows, tickets: readonly StoredTicket[]): Effects<readonly TicketNow[]> {
  if (tickets.length === 0) return [];
  const answers = yield* rows.lastAnswersOf(tickets);
  const byTicket = new Map(answers.map((answer) => [answer.ticketId, answer]));
  return tickets.map(({ ticket }) => ({ ticket, answer: byTicket.get(ticket.id) ?? null }));
}
