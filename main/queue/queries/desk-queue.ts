import type { TicketRecord } from '../../contract/queue.ts';
import { compareWaiting, inCallOrder } from '../../core/call-order.ts';
import { callRule } from '../../core/call-rules.ts';
import { callMemory } from '../call-memory.ts';
import type { DeskQueueEntry, QueueQueries } from '../queue.ts';
import type { InLane, Rows } from '../rows.ts';
import { ANYBODY, deskLane, isHeld, userLane } from '../rules/lanes.ts';
import { seenWith } from '../rules/turn-times.ts';
import type { Steps } from '../step.ts';

/** Never looks at more than `limit` tickets of a class, and `limit` of each service that are sent to others, however many wait. */
export function* deskQueue(rows: Rows, input: QueueQueries['deskQueue']['input']): Steps<readonly DeskQueueEntry[]> {
  const { locationId, deskId, userId, services, callOrder, priorityRatio, now, limit } = input;
  const seen = seenWith(yield* rows.dueTurnChanges(locationId, now));
  const named = [deskLane(deskId), userLane(userId)] as const;
  const own: readonly string[] = [ANYBODY, ...named];
  const lists: Record<DeskQueueEntry['turn'], InLane<TicketRecord>[]> = { next: [], others: [], later: [] };

  const put = (each: InLane<TicketRecord>): void => {
    const inLane = seen(each);
    const { lane } = inLane;
    const turn = isHeld(lane) ? 'later' : own.includes(lane) ? 'next' : 'others';
    lists[turn].push(inLane);
  };

  const queues = (yield* rows.queues(services)).filter((queue) => queue?.locationId === locationId);
  const ofToday = queues.filter((queue) => queue !== null);
  const rule = callRule(callOrder, priorityRatio);
  (yield* rows.firstInLanes(ofToday, own, rule.classes, limit)).forEach(put);
  (yield* rows.inOtherLanes(ofToday, named, limit)).forEach(put);
  const next = inCallOrder(lists.next, rule, yield* callMemory(rows, locationId, rule));
  const as = (turn: DeskQueueEntry['turn'], all: readonly InLane<TicketRecord>[]): DeskQueueEntry[] =>
    all.slice(0, limit).map(({ ticket }) => ({ turn, ticket }));
  return [...as('next', next), ...as('others', byWait(lists.others)), ...as('later', byWait(lists.later))];
}

function byWait(all: readonly InLane<TicketRecord>[]): readonly InLane<TicketRecord>[] {
  return all.toSorted((a, b) => compareWaiting(a.ticket, b.ticket));
}
