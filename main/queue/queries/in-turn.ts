import { inCallOrder } from '../../core/call-order.ts';
import { type CallOrder, callRule } from '../../core/call-rules.ts';
import { callMemory } from '../call-memory.ts';
import type { InLane, Turn } from '../rows/tickets.ts';
import type { Rows } from '../rows.ts';
import { isHeld } from '../rules/lanes.ts';
import { seenWith } from '../rules/turn-times.ts';
import type { Steps } from '../step.ts';

interface Rules {
  readonly callOrder: CallOrder;
  readonly priorityRatio: number;
  /** Without it the times of appointments are not looked at. */
  readonly now?: number;
}

/** The order of the next calls: appointments that cannot be next yet come after all others. */
export function* inTurn<T extends Turn>(
  rows: Rows,
  waiting: readonly InLane<T>[],
  locationId: string,
  rules: Rules,
): Steps<readonly T[]> {
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
