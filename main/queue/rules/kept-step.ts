/**
 * What a desk did last, as it is kept so that it can be taken back: each ticket and call before and after. There is one a
 * desk, in the place of the one before. Says nothing of visitors.
 */
import type { AnswerRecord, TicketRecord } from '../../contract/queue.ts';
import type { PastWait } from '../../core/wait-estimate.ts';
import type { StepName } from '../queue.ts';
import type { OutcomeRows, StoredTicket } from '../rows.ts';
import type { Steps } from '../step.ts';

/** How a ticket stands, with nothing of its visitor in it. */
export type TicketMark = Pick<
  TicketRecord,
  'state' | 'dstServiceId' | 'dstDeskId' | 'dstUserId' | 'waitingSince' | 'transferred' | 'flags'
> &
  Pick<StoredTicket, 'lane' | 'class' | 'places' | 'calledWhenCancelled' | 'changedAt'> & {
    readonly noteLength: number;
  };

type AnswerMark = Pick<AnswerRecord, 'state' | 'endedAt'>;

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

export function markOf({ ticket, lane, class: ticketClass, places, ...more }: StoredTicket): TicketMark {
  const { state, dstServiceId, dstDeskId, dstUserId, waitingSince, transferred, flags, note } = ticket;
  const { calledWhenCancelled, changedAt } = more;
  const stands = { lane, class: ticketClass, places, calledWhenCancelled, changedAt, noteLength: note.length };
  return { state, dstServiceId, dstDeskId, dstUserId, waitingSince, transferred, flags, ...stands };
}

/** Kept beside what is answered again: no key of a caller is like it. */
const keyOf = (deskId: string): string => `step at ${deskId}`;
/** Longer than anybody may take something back; what is older is forgotten with old answers. */
const KEPT_MS = 60_000;

/** What the desk did last; null when that is long ago, or was taken back. */
export function* lastStep(rows: OutcomeRows, deskId: string, now: number): Steps<KeptStep | null> {
  const stored = yield* rows.outcome(keyOf(deskId), now - KEPT_MS);
  return stored === null ? null : (JSON.parse(stored.outcome) as KeptStep | null);
}

export function* keepStep(rows: OutcomeRows, deskId: string, step: KeptStep | null, now: number): Steps<void> {
  yield* rows.putOutcome(keyOf(deskId), { fingerprint: '', outcome: JSON.stringify(step) }, now, '');
}
