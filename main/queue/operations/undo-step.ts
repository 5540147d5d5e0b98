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

/** State of a ticket without personal data. */
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

/** Texts about a visitor that clerks write. */
export type UndoTexts = Pick<TicketRecord, 'note' | 'customField'>;

export type AnswerMark = Pick<CallRecord, 'state' | 'endedAt' | 'userId'>;

export interface KeptStep {
  readonly id: string;
  readonly operation: StepName;
  readonly userId: string;
  readonly at: number;
  /** The ticket of the step. */
  readonly ticketId: string;
  readonly tickets: readonly {
    readonly id: string;
    /** Generation (business day) of the service that the ticket was in. */
    readonly generation: number;
    /** When it would have counted as an ordinary ticket: for an appointment whose visitor came early; else null. */
    readonly agesAt: number | null;
    /** Former texts; null if the step changed none. Absent in steps of earlier versions. */
    readonly texts?: UndoTexts | null;
    readonly before: TicketMark;
    readonly after: TicketMark;
  }[];
  /** `before` is null for a call that the step created. */
  readonly answers: readonly { readonly id: string; readonly before: AnswerMark | null; readonly after: AnswerMark }[];
  /** Services with a counted call. */
  readonly counted: readonly string[];
  readonly waits: readonly (PastWait & { readonly serviceId: string })[];
  /** Memory of the call rule. */
  readonly memory: { readonly before: number; readonly after: number } | null;
}

/** Clerk operations that can be undone for some seconds. */
export type StepName =
  | 'callTicket'
  | 'callPausedTicket'
  | 'callCancelledTicket'
  | 'callNextTicket'
  | 'endCall'
  | 'pauseCall'
  | 'cancelCall'
  | 'transferCall'
  | 'putBackCall'
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

/** Whether the ticket's service is still on the same business day. */
export function* isOfToday(rows: QueueRows, { before, generation }: KeptStep['tickets'][number]): Effects<boolean> {
  return generation === ((yield* rows.queue(before.dstServiceId))?.generation ?? 0);
}

/** Longer than the maximum undo period. */
const KEPT_MS = 360_000;

/**
 * Stored last step of each desk. Lost on a restart of the program or the database server, which is acceptable for a
 * period of seconds.
 */
export interface StepRows {
  deskStep(locationId: string, deskId: string): Effect<KeptStep | null>;
  /** @param step null: no step can be undone */
  keepDeskStep(locationId: string, deskId: string, step: KeptStep | null): Effect<void>;
}

/** The desk's last step; null if it is too old, or was undone. */
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

/** Maximum undo period, for clients that offer it longer, or that keep the offer open. */
export const UNDO_MOST_MS = 300_000;

/** Tolerance for the request's travel time, so that an undo pressed in time is accepted. */
const ON_THE_WAY_MS = 2_000;

export function mayStillUndo(doneAt: number, now: number): boolean {
  return now - doneAt <= UNDO_MOST_MS + ON_THE_WAY_MS;
}
