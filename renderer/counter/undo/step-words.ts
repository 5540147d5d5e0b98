import type { TFunction } from 'i18next';
import type { CounterUndo } from '../../../main/queue/contract/rest/counters.ts';

/** Operations that a clerk sees as one thing. */
const SAME: Readonly<Record<string, string>> = {
  callnextticket: 'callticket',
  callpausedticket: 'callticket',
  callcancelledticket: 'callticket',
};

/** What was done, such as `A012 called`. */
export function stepWords({ what, label }: Pick<CounterUndo, 'what' | 'label'>, t: TFunction): string {
  return t(`undo.what.${SAME[what] ?? what}`, { label });
}
