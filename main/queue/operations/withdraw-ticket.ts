import { ok, type Result } from '../../contract/result.ts';
import type { QueueOperations } from '../queue.ts';
import type { QueueFault } from '../request.ts';
import type { Steps } from '../step.ts';
import type { Unit } from '../unit.ts';
import { leaveQueue } from './leave-queue.ts';
import { spendKey, ticketOfKey } from './outcomes.ts';

/** Whichever comes first, the ticket or this: nothing stands in the queue that nobody holds. */
export function* withdrawTicket(
  unit: Unit,
  { key, ...at }: QueueOperations['withdrawTicket']['input'],
): Steps<Result<QueueOperations['withdrawTicket']['output'], QueueFault>> {
  const ticketId = yield* ticketOfKey(unit.rows, key, unit.now);
  if (ticketId === null) yield* spendKey(unit.rows, key, unit.now);
  if (ticketId === null || ticketId === '') return ok({ ticketId: '' });
  const left = yield* leaveQueue(unit, { ...at, ticketId });
  if (!left.ok) return left;
  // Whoever had an appointment may check in for it still.
  yield* unit.rows.dropCheckIn(ticketId);
  return ok({ ticketId });
}
