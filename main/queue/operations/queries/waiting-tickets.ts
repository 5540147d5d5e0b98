/** Query: waiting tickets of a service, in calling order. */
import type { Effects } from '../../../database/effect.ts';
import type { Rows } from '../../../store/contract/rows.ts';
import { query } from '../../../store/contract/scope.ts';
import type { TicketRecord } from '../../contract/records.ts';
import { inCallOrder } from '../../rules/call-order.ts';
import { type CallOrder, callRule } from '../../rules/call-rules.ts';
import { callMemory } from '../call-rule-state.ts';
import { isHeld } from '../parts/lanes.ts';
import { seenWith } from '../parts/turn-times.ts';
import type { InLane, TicketTurn } from '../rows/tickets.ts';

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

interface Rules {
  readonly callOrder: CallOrder;
  readonly priorityRatio: number;
  /** Without it the times of appointments are not looked at. */
  readonly now?: number;
}

/** The order of the next calls: appointments that cannot be next yet come after all others. */
function* inTurn<T extends TicketTurn>(
  rows: Rows,
  waiting: readonly InLane<T>[],
  locationId: string,
  rules: Rules,
): Effects<readonly T[]> {
  const due = rules.now === undefined ? [] : yield* rows.dueTurnChanges(locationId, rules.now);
  const seen = seenWith(due);
  const ready: InLane<T>[] = [];
  const held: InLane<T>[] = [];
  for (const each of waiting) {
    const inLane = seen(each);
    (isHeld(inLane.lane) ? held : ready).push(inLane);
  }
  const rule = callRule(rules.callOrder, rules.priorityRatio);
  const memory = yield* callMemory(rows, locationId, rule);
  const inOrder = (all: readonly InLane<T>[]): readonly T[] =>
    inCallOrder(all, rule, memory).map(({ ticket }) => ticket);
  return [...inOrder(ready), ...inOrder(held)];
}
