import type { Effects } from '../../../database/effect.ts';
import type { Rows } from '../../../store/contract/rows.ts';
import { inCallOrder } from '../../rules/call-order.ts';
import { type CallOrder, callRule } from '../../rules/call-rules.ts';
import { callMemory } from '../call-rule-state.ts';
import { isHeld } from '../parts/lanes.ts';
import { seenWith } from '../parts/turn-times.ts';
import type { InLane, TicketTurn } from '../rows/tickets.ts';

interface Rules {
  readonly callOrder: CallOrder;
  readonly priorityRatio: number;
  /** Without it the times of appointments are not looked at. */
  readonly now?: number;
}

/** The order of the next calls: appointments that cannot be next yet come after all others. */
export function* inTurn<T extends TicketTurn>(
  rows: Rows,
  waiting: readonly InLane<T>[],
  locationId: string,
  rules: Rules,
): Effects<readonly T[]> {
  const due = rules.now === undefined ? [] : yield* rows.dueTurnChanges(locationId, rules.now);
  const seen = seenWith(due);
  const ready: InLane<T>[] = [];
  const held: InLane<T>[] = [];
  for (const each of waiting) {
    const inLane = seen(each);
    (isHeld(inLane.lane) ? held : ready).push(inLane);
  }
  const rule = callRule(rules.callOrder, rules.priorityRatio);
  const memory = yield* callMemory(rows, locationId, rule);
  const inOrder = (all: readonly InLane<T>[]): readonly T[] =>
    inCallOrder(all, rule, memory).map(({ ticket }) => ticket);
  return [...inOrder(ready), ...inOrder(held)];
}
