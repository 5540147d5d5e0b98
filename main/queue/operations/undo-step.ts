/**
 * Operation: undo a desk's last step.
 *
 * Tickets and calls are stored before and after the step. Of visitors, only overwritten texts (`texts`) are stored,
 * and erased with their other data.
 */
import type { CallRecord, TicketRecord } from '../contract/records.ts';
import type { PastWait } from '../rules/recent-waits.ts';

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
