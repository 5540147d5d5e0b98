import { ok, type Result } from '../../contract/result.ts';
import { canBeLent } from '../../core/offline-numbers.ts';
import type { NotedTickets, NoteIssuedInput } from '../queue.ts';
import type { QueueFault } from '../request.ts';
import type { Steps } from '../step.ts';
import type { Unit } from '../unit.ts';

/**
 * Compares the numbers of today with those that a print journal has. A ticket that this database does not know was issued behind the
 * state to which the database was restored: its number is skipped, because a visitor may hold it.
 */
export function* noteIssued(unit: Unit, input: NoteIssuedInput): Steps<Result<NotedTickets, QueueFault>> {
  const { rows } = unit;
  const unknown: string[] = [];
  for (const { id, serviceId, number, issuedAt, firstNumber, maxNumber } of input.tickets) {
    const range = { first: firstNumber, max: maxNumber };
    if (issuedAt < input.dayBegan || number < firstNumber || canBeLent(range, number)) continue;
    if ((yield* rows.ticket(id)) !== null) continue;
    unknown.push(id);
    const queue = yield* rows.ensureQueue(serviceId, input.locationId);
    if (queue.lastNumber !== null && queue.lastNumber >= number) continue;
    yield* rows.countIssued(serviceId, { ...queue, lastNumber: number });
  }
  return ok({ unknown });
}
