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
  /** Epoch milliseconds; without it, appointment times are ignored. */
  readonly now?: number;
}

/** Tickets that wait for this service, in calling order. */
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
  /** Ids of the tickets that wait for the service, in calling order. */
  readonly ids: readonly string[];
  readonly secondsPerPlace: number | null;
}

/**
 * Calling order of a service, and the seconds per place. Ids only, because thousands of phones can ask for their
 * places.
 */
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
  /** Without it, appointment times are ignored. */
  readonly now?: number;
}

/** The calling order: appointments that are not due yet come after all others. */
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
