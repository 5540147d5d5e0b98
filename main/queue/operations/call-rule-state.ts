import type { Effects } from '../../database/effect.ts';
import type { Rows } from '../../store/contract/rows.ts';
import type { CallRule, Waiting } from '../rules/call-order.ts';

/** Memory of the call rule at the location. Reads nothing for a rule without memory. */
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
