import { query } from '../../../store/contract/scope.ts';
import type { TicketRecord } from '../../contract/records.ts';
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
