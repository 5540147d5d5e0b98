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
}

export function* callingOrder(rows: Rows, input: CallingOrderInput): Effects<CallingOrder> {
  const { locationId, deskId, userId, services, callOrder, priorityRatio, now, limit } = input;
  const seen = seenWith(yield* rows.dueTurnChanges(locationId, now));
  const named = userId === '' ? [deskLane(deskId)] : [deskLane(deskId), userLane(userId)];
  const except = [deskLane(deskId), userLane(userId)] as const;
  const lists: Record<'everybody' | 'own' | 'others' | 'later', Waiting[]> = {
    everybody: [],
    own: [],
    others: [],
    later: [],
  };

  const put = (each: Waiting): void => {
    const inLane = seen(each);
    const { lane, ticket } = inLane;
    if (isHeld(lane)) lists.later.push(inLane);
    else if (callableFrom(lane, ticket).some((each) => named.includes(each))) lists.own.push(inLane);
    else lists[lane === ANYBODY ? 'everybody' : 'others'].push(inLane);
  };

  const queues = (yield* rows.queues(services)).filter((queue) => queue?.locationId === locationId);
  const ofToday = queues.filter((queue) => queue !== null);
  const rule = callRule(callOrder, priorityRatio);
  (yield* rows.firstInLanes(ofToday, [ANYBODY], rule.classes, limit)).forEach(put);
  (yield* rows.firstInLanes(ofToday, named, rule.classes, limit)).forEach(put);
  (yield* rows.inOtherLanes(ofToday, except, limit)).forEach(put);
  const memory = yield* callMemory(rows, locationId, rule);
  return {
    next: inCallOrder([...lists.everybody, ...lists.own], rule, memory),
    own: new Set(lists.own.map(({ ticket }) => ticket.id)),
    others: lists.others,
    later: lists.later,
  };
}
