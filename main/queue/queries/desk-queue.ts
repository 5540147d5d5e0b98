import type { TicketRecord } from '../../contract/queue.ts';
import { compareWaiting, inCallOrder } from '../../core/call-order.ts';
import { callRule } from '../../core/call-rules.ts';
import { callMemory } from '../call-memory.ts';
import type { DeskQueueEntry, QueueQueries } from '../queue.ts';
import type { InLane, Rows } from '../rows.ts';
import { ANYBODY, deskLane, isHeld, userLane } from '../rules/lanes.ts';
import { seenWith } from '../rules/turn-times.ts';
import type { Steps } from '../step.ts';

/** Never looks at more than `limit` tickets of a lane, however many wait. */
export function* deskQueue(rows: Rows, input: QueueQueries['deskQueue']['input']): Steps<readonly DeskQueueEntry[]> {
  const { locationId, deskId, userId, services, callOrder, priorityRatio, now, limit } = input;
  const seen = seenWith(yield* rows.dueTurnChanges(locationId, now));
  const named = [deskLane(deskId), userLane(userId)] as const;
  const own: readonly string[] = [ANYBODY, ...named];
  const lists: Record<DeskQueueEntry['turn'], TicketRecord[]> = { next: [], others: [], later: [] };

  const put = (each: InLane<TicketRecord>): void => {
    const { ticket, lane } = seen(each);
    const turn = isHeld(lane) ? 'later' : own.includes(lane) ? 'next' : 'others';
    lists[turn].push(ticket);
  };

  for (const serviceId of services) {
    const queue = yield* rows.queue(serviceId);
    if (queue?.locationId !== locationId) continue;
    for (const lane of own) (yield* rows.inLane(serviceId, queue.generation, lane, limit)).forEach(put);
    (yield* rows.inOtherLanes(serviceId, queue.generation, named, limit)).forEach(put);
  }
  const rule = callRule(callOrder, priorityRatio);
  const next = inCallOrder(lists.next, rule, yield* callMemory(rows, locationId, rule));
  const as = (turn: DeskQueueEntry['turn'], tickets: readonly TicketRecord[]): DeskQueueEntry[] =>
    tickets.slice(0, limit).map((ticket) => ({ turn, ticket }));
  return [
    ...as('next', next),
    ...as('others', lists.others.toSorted(compareWaiting)),
    ...as('later', lists.later.toSorted(compareWaiting)),
  ];
}
