import type { Effects } from '../../database/effect.ts';
import type { Rows } from '../../store/contract/rows.ts';
import type { CallRule, Waiting } from '../rules/call-order.ts';

/** What the rule remembers at the location. Nothing is read for one that has nothing to remember. */
export function* callMemory(rows: Rows, locationId: string, rule: CallRule): Effects<number> {
  return rule.note === undefined ? 0 : yield* rows.callMemory(locationId);
}

export function* noteCall(
  rows: Rows,
  locationId: string,
  rule: CallRule,
  called: Waiting,
  memory: number,
): Effects<void> {
  if (rule.note !== undefined) yield* rows.setCallMemory(locationId, rule.note(called, memory));
}
