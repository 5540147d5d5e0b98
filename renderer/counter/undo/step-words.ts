import type { TFunction } from 'i18next';
import type { CounterUndo } from '../../../main/queue/contract/rest/counters.ts';

/** Operations that look the same to a clerk. */
const SAME: Readonly<Record<string, string>> = {
  callnextticket: 'callticket',
  callpausedticket: 'callticket',
  callcancelledticket: 'callticket',
};

/** Description of a step, such as `A012 called`. */
export function stepWords({ what, label }: Pick<CounterUndo, 'what' | 'label'>, t: TFunction): string {
  return t(`undo.what.${SAME[what] ?? what}`, { label });
}
