import type { Effects } from '../../../database/effect.ts';
import type { QueueRows } from '../rows/queues.ts';
import type { StoredTicket } from '../rows/tickets.ts';
import type { StepRows } from '../rows/undo-step-rows.ts';
import type { KeptStep, TicketMark } from '../undo-step.ts';

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

/** What the desk did last; null when that is long ago, or was taken back. */
export function* lastStep(
  rows: StepRows,
  { locationId, deskId }: { readonly locationId: string; readonly deskId: string },
  now: number,
): Effects<KeptStep | null> {
  const step = yield* rows.deskStep(locationId, deskId);
  return step !== null && step.at > now - KEPT_MS ? step : null;
}
