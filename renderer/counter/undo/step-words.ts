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

/** Steps after whose undo the ticket waits again, or is served at the desk again; after the others, it is as before. */
const BACK: Readonly<Record<string, 'queue' | 'desk'>> = {
  callnextticket: 'queue',
  callticket: 'queue',
  endcall: 'desk',
  pausecall: 'desk',
  cancelcall: 'desk',
  transfercall: 'desk',
  putbackcall: 'desk',
};

/** State after an undone step, such as `Undone. A012 is back in the queue; nothing was announced.` */
export function undoneWords({ what, label }: Pick<CounterUndo, 'what' | 'label'>, t: TFunction): string {
  return t('undo.done', { back: t(`undo.back.${BACK[what] ?? 'before'}`, { label }) });
}
