/** Operation: call the next ticket for a desk. */
import type { Effects } from '../../database/effect.ts';
import { ERRNO, fail, type Result } from '../../lib/result.ts';
import type { Unit } from '../../store/contract/operation-context.ts';
import type { Rows } from '../../store/contract/rows.ts';
import { operation } from '../../store/contract/scope.ts';
import type { QueueFault } from '../contract/request.ts';
import type { CallRule } from '../rules/call-order.ts';
import { type CallOrder, callRule } from '../rules/call-rules.ts';
import type { CallAt, CalledTicket } from './call-records.ts';
import { callMemory, noteCall } from './call-rule-state.ts';
import { callToDesk } from './call-to-desk.ts';
import { callableLanes } from './parts/lanes.ts';

export interface CallNextInput extends CallAt {
  readonly services: readonly string[];
  readonly callOrder: CallOrder;
  readonly priorityRatio: number;
}

/** Calls the next ticket of the services for this desk and user; 8 if none waits. */
export const callNextTicket = operation<CallNextInput, CalledTicket>({
  scope: 'location',
  startsDay: true,
  prefetch: ['services', 'desk', 'clerk', 'lanes'],
  undoStep: 'callNextTicket',
  *run(unit, input) {
    return yield* callNextBy(unit, input, callRule(input.callOrder, input.priorityRatio));
  },
});

/** Calls the next ticket by a given rule. */
export function* callNextBy(
  unit: Unit,
  input: Omit<CallNextInput, 'callOrder' | 'priorityRatio'>,
  rule: CallRule,
): Effects<Result<CalledTicket, QueueFault>> {
  const { rows } = unit;
  const { locationId, deskId, userId } = input;
  yield* makeTurnChanges(rows, locationId, unit.now);
  const memory = yield* callMemory(rows, locationId, rule);
  // Reads only the first ticket of every lane and class that this desk can call from.
  const heads = yield* rows.heads(locationId, input.services, callableLanes(deskId, userId), rule.classes);
  const next = rule.choose(heads, memory);
  const stored = next === null ? null : yield* rows.ticket(next.ticket.id);
  if (next === null || stored === null) return fail({ errno: ERRNO.noTickets });
  const called = yield* callToDesk(unit, 'callNextTicket', input, stored);
  if (called.ok) yield* noteCall(rows, locationId, rule, next, memory);
  return called;
}

/** Applies due turn changes. Writes nothing if none is due. */
function* makeTurnChanges(rows: Rows, locationId: string, now: number): Effects<void> {
  const due = yield* rows.dueTurnChanges(locationId, now);
  for (const change of due) yield* rows.makeTurnChange(change);
  if (due.length > 0) yield* rows.dropTurnChanges(locationId, now);
}
