/** Order in which a desk calls the waiting tickets of its services. */
import type { Effects } from '../../../database/effect.ts';
import type { Rows } from '../../../store/contract/rows.ts';
import type { TicketRecord } from '../../contract/records.ts';
import type { AtLocation } from '../../contract/request.ts';
import { inCallOrder } from '../../rules/call-order.ts';
import { type CallOrder, callRule } from '../../rules/call-rules.ts';
import { callMemory } from '../call-rule-state.ts';
import type { InLane } from '../rows/tickets.ts';
import { ANYBODY, callableFrom, deskLane, isHeld, userLane } from './lanes.ts';
import { seenWith } from './turn-times.ts';

type Waiting = InLane<TicketRecord>;

export interface CallingOrderInput extends Pick<AtLocation, 'locationId'> {
  readonly services: readonly string[];
  readonly deskId: string;
  readonly userId: string;
  readonly callOrder: CallOrder;
  readonly priorityRatio: number;
  readonly now: number;
  /** Maximum per kind of ticket that is read. */
  readonly limit: number;
}

interface CallingOrder {
  /** Tickets that the desk can call, in this order. */
  readonly next: readonly Waiting[];
  /** Ids of the tickets addressed to this desk or this user. */
  readonly own: ReadonlySet<string>;
  /** Tickets addressed to other desks and users, and appointments that are not due, in no order. */
  readonly others: readonly Waiting[];
  readonly later: readonly Waiting[];
  readonly counts: CallingCounts;
}

/** Number of all tickets of each kind, also of those beyond the limit. `next`: without those of this desk or user. */
export type CallingCounts = Readonly<Record<'own' | 'next' | 'others' | 'later', number>>;

export function* callingOrder(rows: Rows, input: CallingOrderInput): Effects<CallingOrder> {
  const { locationId, deskId, userId, services, callOrder, priorityRatio, now, limit } = input;
  const due = yield* rows.dueTurnChanges(locationId, now);
  const seen = seenWith(due);
  const named = userId === '' ? [deskLane(deskId)] : [deskLane(deskId), userLane(userId)];
  const except = [deskLane(deskId), userLane(userId)] as const;
  const lists: Record<keyof CallingCounts, Waiting[]> = { own: [], next: [], others: [], later: [] };

  const kindOf = (lane: string, ticket: Pick<TicketRecord, 'dstUserId'>): keyof CallingCounts => {
    if (isHeld(lane)) return 'later';
    if (callableFrom(lane, ticket).some((each) => named.includes(each))) return 'own';
    return lane === ANYBODY ? 'next' : 'others';
  };
  const put = (each: Waiting): void => {
    const inLane = seen(each);
    lists[kindOf(inLane.lane, inLane.ticket)].push(inLane);
  };

  const queues = (yield* rows.queues(services)).filter((queue) => queue?.locationId === locationId);
  const ofToday = queues.filter((queue) => queue !== null);
  const joined = due.filter(({ change }) => change === 'joins').map(({ ticketId }) => ticketId);
  const rule = callRule(callOrder, priorityRatio);
  (yield* rows.firstInLanes(ofToday, [ANYBODY], rule.classes, limit)).forEach(put);
  (yield* rows.firstInLanes(ofToday, named, rule.classes, limit)).forEach(put);
  (yield* rows.inOtherLanes(ofToday, except, limit)).forEach(put);
  const held = yield* rows.inHeldLanes(ofToday, joined, limit + joined.length);
  held.forEach(put);

  const counts: Record<keyof CallingCounts, number> = { own: 0, next: 0, others: 0, later: 0 };
  for (const { lane, dstUserId, count } of yield* rows.laneCounts(ofToday)) {
    counts[kindOf(lane, { dstUserId })] += count;
  }
  for (const each of held) {
    const { lane, ticket } = seen(each);
    counts.later -= 1;
    counts[kindOf(lane, ticket)] += 1;
  }
  const inLanes = counts.own + counts.others + counts.later;
  counts.next = ofToday.reduce((sum, { waiting }) => sum + waiting, -inLanes);

  const memory = yield* callMemory(rows, locationId, rule);
  return {
    next: inCallOrder([...lists.next, ...lists.own], rule, memory),
    own: new Set(lists.own.map(({ ticket }) => ticket.id)),
    others: lists.others,
    later: lists.later,
    counts,
  };
}
