/**
 * Operation: undo a desk's last step.
 *
 * Tickets and calls are stored before and after the step. Of visitors, only overwritten texts (`texts`) are stored,
 * and erased with their other data.
 */

import type { Effect, Effects } from '../../database/effect.ts';
import type { CallRecord, TicketRecord } from '../contract/records.ts';
import type { PastWait } from '../rules/recent-waits.ts';
import type { QueueRows } from './rows/queues.ts';
import type { StoredTicket } from './rows/tickets.ts';

/** How a ticket stands, with nothing of its visitor in it. */
export type TicketMark = Pick<
  TicketRecord,
  'state' | 'dstServiceId' | 'dstDeskId' | 'dstUserId' | 'waitingSince' | 'transferred' | 'flags'
> & {
  readonly lane: string;
  readonly class: number;
  readonly places: number;
  readonly calledWhenCancelled: number | null;
  readonly changedAt: number;
  readonly noteLength: number;
};

/** What clerks write of a visitor. */
export type UndoTexts = Pick<TicketRecord, 'note' | 'customField'>;

export type AnswerMark = Pick<CallRecord, 'state' | 'endedAt' | 'userId'>;

export interface KeptStep {
  readonly id: string;
  readonly operation: StepName;
  readonly userId: string;
  readonly at: number;
  /** The ticket that it was about. */
  readonly ticketId: string;
  readonly tickets: readonly {
    readonly id: string;
    /** The business day of the service that it stood in. */
    readonly generation: number;
    /** When it would have waited like any other: of an appointment whose visitor came early; else null. */
    readonly agesAt: number | null;
    /** As they were; null while the step has changed none. An earlier program, whose steps a newer one may find, kept none. */
    readonly texts?: UndoTexts | null;
    readonly before: TicketMark;
    readonly after: TicketMark;
  }[];
  /** `before` is null of a call that the step made. */
  readonly answers: readonly { readonly id: string; readonly before: AnswerMark | null; readonly after: AnswerMark }[];
  /** Services whose calls were counted. */
  readonly counted: readonly string[];
  readonly waits: readonly (PastWait & { readonly serviceId: string })[];
  /** Of the call rule. */
  readonly memory: { readonly before: number; readonly after: number } | null;
}

/** What a clerk does that can be taken back for some seconds. */
export type StepName =
  | 'callTicket'
  | 'callPausedTicket'
  | 'callCancelledTicket'
  | 'callNextTicket'
  | 'endCall'
  | 'pauseCall'
  | 'cancelCall'
  | 'transferCall'
  | 'continueVisit'
  | 'requeueTicket'
  | 'removeTicket'
  | 'changeTicket';

export function markOf({ ticket, lane, class: ticketClass, places, ...more }: StoredTicket): TicketMark {
  const { state, dstServiceId, dstDeskId, dstUserId, waitingSince, transferred, flags, note } = ticket;
  const { calledWhenCancelled, changedAt } = more;
  const stands = { lane, class: ticketClass, places, calledWhenCancelled, changedAt, noteLength: note.length };
  return { state, dstServiceId, dstDeskId, dstUserId, waitingSince, transferred, flags, ...stands };
}

/** Whether the service where the ticket stood has had no new day since. */
export function* isOfToday(rows: QueueRows, { before, generation }: KeptStep['tickets'][number]): Effects<boolean> {
  return generation === ((yield* rows.queue(before.dstServiceId))?.generation ?? 0);
}

/** Longer than anybody may take something back. */
const KEPT_MS = 360_000;

/** One a desk, in the place of the one before. Gone with the program or the database server, which is no harm after ten seconds. */
export interface StepRows {
  deskStep(locationId: string, deskId: string): Effect<KeptStep | null>;
  /** @param step null: nothing can be taken back there */
  keepDeskStep(locationId: string, deskId: string, step: KeptStep | null): Effect<void>;
}

/** What the desk did last; null when that is long ago, or was taken back. */
export function* lastStep(
  rows: StepRows,
  { locationId, deskId }: { readonly locationId: string; readonly deskId: string },
  now: number,
): Effects<KeptStep | null> {
  const step = yield* rows.deskStep(locationId, deskId);
  return step !== null && step.at > now - KEPT_MS ? step : null;
}

/** Time limits of undo at a counter. */
export const UNDO_MS = 10_000;

/** How long it can be done: for whoever is offered it longer, or holds what offers it. */
export const UNDO_MOST_MS = 300_000;

/** For the way of the request: who touched it in time is not told that it was too late. */
const ON_THE_WAY_MS = 2_000;

export function mayStillUndo(doneAt: number, now: number): boolean {
  return now - doneAt <= UNDO_MOST_MS + ON_THE_WAY_MS;
}
