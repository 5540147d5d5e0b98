import type { TicketRecord } from '../../contract/queue.ts';
import type { QueueQueries } from '../queue.ts';
import type { Rows } from '../rows.ts';
import type { Steps } from '../step.ts';
import { inTurn } from './in-turn.ts';

export function* waitingTickets(
  rows: Rows,
  input: QueueQueries['waitingTickets']['input'],
): Steps<readonly TicketRecord[]> {
  const queue = yield* rows.queue(input.serviceId);
  if (queue === null) return [];
  const waiting = yield* rows.waiting(input.serviceId, queue.generation);
  return yield* inTurn(rows, waiting, queue.locationId, input);
}

/** Only the ids: thousands of phones may want to know their places. */
export function* turnOrder(
  rows: Rows,
  input: QueueQueries['turnOrder']['input'],
): Steps<QueueQueries['turnOrder']['output']> {
  const queue = yield* rows.queue(input.serviceId);
  if (queue === null) return { ids: [], secondsPerPlace: null };
  const waiting = yield* rows.waitingTurns(input.serviceId, queue.generation);
  const inOrder = yield* inTurn(rows, waiting, queue.locationId, input);
  return { ids: inOrder.map(({ id }) => id), secondsPerPlace: queue.secondsPerPlace };
}
