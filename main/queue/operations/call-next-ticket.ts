import { ERRNO } from '../../contract/errno.ts';
import { fail, type Result } from '../../contract/result.ts';
import type { CallRule } from '../../core/call-order.ts';
import { callRule } from '../../core/call-rules.ts';
import { callMemory, noteCall } from '../call-memory.ts';
import type { CalledTicket } from '../calls.ts';
import type { CallNextInput } from '../queue.ts';
import type { QueueFault } from '../request.ts';
import type { Rows } from '../rows.ts';
import { callableLanes } from '../rules/lanes.ts';
import type { Steps } from '../step.ts';
import type { Unit } from '../unit.ts';
import { callToDesk } from './call-to-desk.ts';

/** Calls whoever is next among the services for this desk and user; 8 when nobody waits. */
export function* callNextTicket(unit: Unit, input: CallNextInput): Steps<Result<CalledTicket, QueueFault>> {
  return yield* callNextBy(unit, input, callRule(input.callOrder, input.priorityRatio));
}

/** The same by any rule. */
export function* callNextBy(
  unit: Unit,
  input: Omit<CallNextInput, 'callOrder' | 'priorityRatio'>,
  rule: CallRule,
): Steps<Result<CalledTicket, QueueFault>> {
  const { rows } = unit;
  const { locationId, deskId, userId } = input;
  yield* makeTurnChanges(rows, locationId, unit.now);
  const memory = yield* callMemory(rows, locationId, rule);
  // The first ticket of every lane and class that this desk may call from: no more is ever looked at.
  const heads = yield* rows.heads(locationId, input.services, callableLanes(deskId, userId), rule.classes);
  const next = rule.choose(heads, memory);
  const stored = next === null ? null : yield* rows.ticket(next.ticket.id);
  if (next === null || stored === null) return fail({ errno: ERRNO.noTickets });
  const called = yield* callToDesk(unit, 'callNextTicket', input, stored);
  if (called.ok) yield* noteCall(rows, locationId, rule, next, memory);
  return called;
}

/** Does what is due. Costs nothing when nothing is. */
function* makeTurnChanges(rows: Rows, locationId: string, now: number): Steps<void> {
  const due = yield* rows.dueTurnChanges(locationId, now);
  for (const change of due) yield* rows.makeTurnChange(change);
  if (due.length > 0) yield* rows.dropTurnChanges(locationId, now);
}
