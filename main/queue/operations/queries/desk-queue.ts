/** Queries of a desk: its queue in calling order, and its last step. */
import type { Effects } from '../../../database/effect.ts';
import type { Rows } from '../../../store/contract/rows.ts';
import { query } from '../../../store/contract/scope.ts';
import { CALL_STATE, type CallRecord, type TicketRecord } from '../../contract/records.ts';
import { compareWaiting } from '../../rules/call-order.ts';
import { type CallingCounts, type CallingOrderInput, callingOrder } from '../parts/calling-order.ts';
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

/** Lists of a desk: `own` are addressed to it or its user, the others as `DeskQueueEntry.turn`. */
export type DeskQueueList = keyof CallingCounts;

interface DeskQueueInput extends CallingOrderInput {
  /** Omits the first ones of each list. */
  readonly skip?: number;
  /** Only this list; absent: all. */
  readonly list?: DeskQueueList;
}

export interface DeskQueue {
  /** Tickets `skip` to `limit` of each list. */
  readonly entries: readonly DeskQueueEntry[];
  /** Number of all tickets of each list. */
  readonly counts: CallingCounts;
}

/**
 * Queue of a desk: next calls in order, then tickets addressed to others, then appointments that are not due. Reads at
 * most `limit` tickets per class, `limit` addressed to this desk, and `limit` per service addressed to others and not
 * due. So the cost does not depend on the queue's length, and tickets addressed to the desk are always found.
 */
export const deskQueue = query<DeskQueueInput, DeskQueue>({
  scope: 'location',
  snapshot: true,
  *run(rows, input) {
    const { limit, skip = 0, list } = input;
    const { next, own, others, later, counts } = yield* callingOrder(rows, input);
    const found: Record<DeskQueueList, number> = { own: 0, next: 0, others: 0, later: 0 };
    const entries: DeskQueueEntry[] = [];
    const isWanted = (each: DeskQueueList): boolean => {
      found[each] += 1;
      return found[each] > skip && found[each] <= limit && (list === undefined || list === each);
    };
    for (const [index, { ticket }] of next.entries()) {
      const isOwn = own.has(ticket.id);
      if (!isWanted(isOwn ? 'own' : 'next')) continue;
      const place = index < limit ? index + 1 : 0;
      entries.push({ turn: 'next', ticket, own: isOwn, place, sentBy: isOwn ? yield* senderOf(rows, ticket) : null });
    }
    for (const [turn, tickets] of [
      ['others', others],
      ['later', later],
    ] as const) {
      for (const { ticket } of byWait(tickets)) {
        if (isWanted(turn)) entries.push({ turn, ticket, own: false, place: 0, sentBy: null });
      }
    }
    return { entries, counts };
  },
});

/** The ticket's last call, if it ended with the transfer. */
function* senderOf(rows: Rows, ticket: TicketRecord): Effects<CallRecord | null> {
  if (!ticket.transferred) return null;
  const stored = yield* rows.ticket(ticket.id);
  const last = yield* rows.lastAnswerOf(ticket, stored?.changedAt ?? ticket.waitingSince);
  return last?.state === CALL_STATE.transferred ? last : null;
}

function byWait(all: readonly InLane<TicketRecord>[]): readonly InLane<TicketRecord>[] {
  return all.toSorted((a, b) => compareWaiting(a.ticket, b.ticket));
}
