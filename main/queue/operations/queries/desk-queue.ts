/** Queries of a desk: its queue in calling order, and its last step. */
import type { Effects } from '../../../database/effect.ts';
import type { Rows } from '../../../store/contract/rows.ts';
import { query } from '../../../store/contract/scope.ts';
import { CALL_STATE, type CallRecord, type TicketRecord } from '../../contract/records.ts';
import { compareWaiting, inCallOrder } from '../../rules/call-order.ts';
import { type CallOrder, callRule } from '../../rules/call-rules.ts';
import { callMemory } from '../call-rule-state.ts';
import { ANYBODY, callableFrom, deskLane, isHeld, userLane } from '../parts/lanes.ts';
import { seenWith } from '../parts/turn-times.ts';
import type { InLane } from '../rows/tickets.ts';
import { isOfToday, lastStep, mayStillUndo, type StepName, UNDO_MOST_MS, UNDO_MS } from '../undo-step.ts';

/** Last step of a desk, while it can be undone. */
export interface DeskStep {
  readonly id: string;
  readonly operation: StepName;
  readonly userId: string;
  /** The ticket of the step. */
  readonly ticket: TicketRecord;
  /** Time of the step, end of the offer to undo, and last time for undo: epoch milliseconds. */
  readonly at: number;
  readonly until: number;
  readonly latest: number;
}

/** The desk's last step; null if it can no longer be undone. */
export const deskStep = query<
  { readonly locationId: string; readonly deskId: string; readonly now: number },
  DeskStep | null
>({
  scope: 'location',
  snapshot: true,
  *run(rows, { locationId, deskId, now }) {
    const step = yield* lastStep(rows, { locationId, deskId }, now);
    if (step === null || !mayStillUndo(step.at, now)) return null;
    const ticket = (yield* rows.ticket(step.ticketId))?.ticket;
    if (ticket?.locationId !== locationId) return null;
    for (const touched of step.tickets) if (!(yield* isOfToday(rows, touched))) return null;
    const { id, operation, userId, at } = step;
    return { id, operation, userId, ticket, at, until: at + UNDO_MS, latest: at + UNDO_MOST_MS };
  },
});

export interface DeskQueueEntry {
  /**
   * `next`: can be called next there; `others`: addressed to another desk or user; `later`: appointment not due yet.
   */
  readonly turn: 'next' | 'others' | 'later';
  readonly ticket: TicketRecord;
  /** Addressed to this desk or this user. */
  readonly own: boolean;
  /** Position among the next calls there, 1 is next; 0 if it comes after the listed tickets or is not callable. */
  readonly place: number;
  /** The call that ended with the transfer to here; null if there was none. */
  readonly sentBy: CallRecord | null;
}

type Waiting = InLane<TicketRecord>;

interface DeskQueueInput {
  readonly locationId: string;
  readonly services: readonly string[];
  readonly deskId: string;
  readonly userId: string;
  readonly callOrder: CallOrder;
  readonly priorityRatio: number;
  readonly now: number;
  /** Maximum per kind of `turn`. */
  readonly limit: number;
}

/**
 * Queue of a desk: next calls in order, then tickets addressed to others, then appointments that are not due. Reads at
 * most `limit` tickets per class, `limit` addressed to this desk, and `limit` per service addressed to others. So the
 * cost does not depend on the queue's length, and tickets addressed to the desk are always found.
 */
export const deskQueue = query<DeskQueueInput, readonly DeskQueueEntry[]>({
  scope: 'location',
  snapshot: true,
  *run(rows, input) {
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
    const own = new Set(lists.own.map(({ ticket }) => ticket.id));
    const memory = yield* callMemory(rows, locationId, rule);
    const next = inCallOrder([...lists.everybody, ...lists.own], rule, memory).map(({ ticket }) => ticket);
    const listed = next.filter(({ id }, index) => index < limit || own.has(id));

    const entries: DeskQueueEntry[] = [];
    for (const ticket of listed) {
      const at = next.indexOf(ticket);
      const isOwn = own.has(ticket.id);
      const place = at < limit ? at + 1 : 0;
      entries.push({ turn: 'next', ticket, own: isOwn, place, sentBy: isOwn ? yield* senderOf(rows, ticket) : null });
    }
    for (const turn of ['others', 'later'] as const) {
      for (const { ticket } of byWait(lists[turn]).slice(0, limit)) {
        entries.push({ turn, ticket, own: false, place: 0, sentBy: null });
      }
    }
    return entries;
  },
});

/** The ticket's last call, if it ended with the transfer. */
function* senderOf(rows: Rows, ticket: TicketRecord): Effects<CallRecord | null> {
  if (!ticket.transferred) return null;
  const stored = yield* rows.ticket(ticket.id);
  const last = yield* rows.lastAnswerOf(ticket, stored?.changedAt ?? ticket.waitingSince);
  return last?.state === CALL_STATE.transferred ? last : null;
}

function byWait(all: readonly Waiting[]): readonly Waiting[] {
  return all.toSorted((a, b) => compareWaiting(a.ticket, b.ticket));
}
