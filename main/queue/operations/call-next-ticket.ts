import { ERRNO } from '../../contract/errno.ts';
import { fail, type Result } from '../../contract/result.ts';
import { chooseNext, prioritiesInARowAfter } from '../../core/call-order.ts';
import type { CalledTicket, CallNextInput, QueueFault } from '../queue.ts';
import type { Rows } from '../rows.ts';
import { ANYBODY, deskLane, userLane } from '../rules/lanes.ts';
import type { Steps } from '../step.ts';
import type { Unit } from '../unit.ts';
import { callToDesk } from './call-to-desk.ts';

/** Calls whoever is next among the services for this desk and user; 8 when nobody waits. */
export function* callNextTicket(unit: Unit, input: CallNextInput): Steps<Result<CalledTicket, QueueFault>> {
  const { rows } = unit;
  const { locationId, deskId, userId, callOrder } = input;
  yield* makeTurnChanges(rows, locationId, unit.now);
  const ratio = callOrder === 'ratio';
  const inARow = ratio ? yield* rows.prioritiesInARow(locationId) : 0;
  const lanes = [ANYBODY, deskLane(deskId)];
  if (userId !== '') lanes.push(userLane(userId));
  // The first ticket of every lane and class that this desk may call from: no more is ever looked at.
  const heads = yield* rows.heads(locationId, input.services, lanes);
  const next = chooseNext(heads, callOrder, input.priorityRatio, inARow);
  const stored = next === null ? null : yield* rows.ticket(next.id);
  if (stored === null) return fail({ errno: ERRNO.noTickets });
  const called = yield* callToDesk(unit, 'callNextTicket', input, stored);
  if (called.ok && ratio) {
    yield* rows.setPrioritiesInARow(locationId, prioritiesInARowAfter(stored.ticket, inARow));
  }
  return called;
}

/** Does what is due. Costs nothing when nothing is. */
function* makeTurnChanges(rows: Rows, locationId: string, now: number): Steps<void> {
  const due = yield* rows.dueTurnChanges(locationId, now);
  for (const change of due) yield* rows.makeTurnChange(change);
  if (due.length > 0) yield* rows.dropTurnChanges(locationId, now);
}
