import { mayStillUndo, UNDO_MOST_MS, UNDO_MS } from '../../core/undo.ts';
import type { DeskStep, QueueQueries } from '../queue.ts';
import type { Rows } from '../rows.ts';
import { isOfToday, lastStep } from '../rules/kept-step.ts';
import type { Steps } from '../step.ts';

export function* deskStep(
  rows: Rows,
  { locationId, deskId, now }: QueueQueries['deskStep']['input'],
): Steps<DeskStep | null> {
  const step = yield* lastStep(rows, { locationId, deskId }, now);
  if (step === null || !mayStillUndo(step.at, now)) return null;
  const ticket = (yield* rows.ticket(step.ticketId))?.ticket;
  if (ticket?.locationId !== locationId) return null;
  for (const touched of step.tickets) if (!(yield* isOfToday(rows, touched))) return null;
  const { id, operation, userId, at } = step;
  return { id, operation, userId, ticket, at, until: at + UNDO_MS, latest: at + UNDO_MOST_MS };
}
