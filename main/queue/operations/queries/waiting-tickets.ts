import { query } from '../../../store/contract/scope.ts';
import type { TicketRecord } from '../../contract/records.ts';
import type { CallOrder } from '../../rules/call-rules.ts';
import { inTurn } from './in-turn.ts';

interface WaitingInput {
  readonly serviceId: string;
  readonly callOrder: CallOrder;
  readonly priorityRatio: number;
  /** Epoch milliseconds; without it the times of appointments are ignored. */
  readonly now?: number;
}

/** Tickets that wait for this service, in the order in which they would be called. */
export const waitingTickets = query<WaitingInput, readonly TicketRecord[]>({
  scope: 'service',
  snapshot: true,
  *run(rows, input) {
    const queue = yield* rows.queue(input.serviceId);
    if (queue === null) return [];
    const waiting = yield* rows.waiting(input.serviceId, queue.generation);
    return yield* inTurn(rows, waiting, queue.locationId, input);
  },
});

interface TurnOrder {
  /** Of the tickets that wait for the service, in the order in which they would be called. */
  readonly ids: readonly string[];
  readonly secondsPerPlace: number | null;
}

/** The order of the tickets, and the time that a place costs. Only ids: thousands of phones may ask for their places. */
export const turnOrder = query<WaitingInput & { readonly now: number }, TurnOrder>({
  scope: 'service',
  snapshot: true,
  *run(rows, input) {
    const queue = yield* rows.queue(input.serviceId);
    if (queue === null) return { ids: [], secondsPerPlace: null };
    const waiting = yield* rows.waitingTurns(input.serviceId, queue.generation);
    const inOrder = yield* inTurn(rows, waiting, queue.locationId, input);
    return { ids: inOrder.map(({ id }) => id), secondsPerPlace: queue.secondsPerPlace };
  },
});
