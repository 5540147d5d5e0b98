/** Keyboard shortcuts of the counter. They work outside of text fields and dialogs. */

import { SHEETS } from './list-tabs.ts';
import type { Counter } from './model.ts';

/** Function of each key, in the order of the help. The texts are those of the buttons. */
export const KEYS = [
  ['N', 'act.next'],
  ['E', 'act.end'],
  ['R', 'act.recall'],
  ['P', 'act.pause'],
  ['X', 'act.cancel'],
  ['M', 'act.noShowNext'],
  ['K', 'act.putBack'],
  ['T', 'act.transfer'],
  ['W', 'act.walkIn'],
  ['B', 'work.leave'],
  ['U', 'keys.undo'],
  ['/', 'keys.find'],
  ['L', 'keys.list'],
  ['S', 'keys.tabs'],
  ['Q', 'keys.questions'],
  ['?', 'keys.help'],
] as const;

const WRITING = 'input, textarea, select, [contenteditable]';

/** Listens until the returned function is called. */
export function watchKeys(counter: Counter, may: (key: string) => boolean): () => void {
  const onKey = (event: KeyboardEvent): void => {
    // A held key triggers nothing twice: no shortcut, and no focused button.
    const pressesButton = event.key === 'Enter' || event.key === ' ';
    if (event.repeat && pressesButton && event.target instanceof HTMLButtonElement) event.preventDefault();
    if (event.repeat || event.altKey || event.isComposing) return;
    if (counter.dialog.value !== null || document.querySelector('dialog[open]') !== null) return;
    const target = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey) {
      if (event.ctrlKey && event.key === 'Enter' && may('N')) {
        event.preventDefault();
        press('N', counter);
      } else if (letterOf(event) === 'Z' && !event.shiftKey && target?.matches(WRITING) !== true) {
        // In a text field, undo belongs to the text.
        event.preventDefault();
        press('U', counter);
      }
      return;
    }
    if (event.key === 'Escape' && target instanceof HTMLElement) {
      target.blur();
      return;
    }
    if (target?.matches(WRITING) === true) return;
    if (!counter.keysOn.value) return;
    const key = letterOf(event);
    if (key === '' || !may(key)) return;
    event.preventDefault();
    press(key, counter);
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

/** The letter on the key, also for other keyboard scripts. */
function letterOf({ key, code }: KeyboardEvent): string {
  if (key === '?' || key === '/') return key;
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  return key.length === 1 && key > '\u007f' && code.startsWith('Key') ? code.slice(3) : '';
}

/** Keys about the visitor at the desk: pressed too late, they must not meet the next visitor. */
const ABOUT_VISITOR = 'ERPXM';
/** Keys that work during a request: they open something. */
const AT_ONCE = 'BW/LSQ?';

function press(key: string, counter: Counter): void {
  const { act } = counter;
  const ifServing = (dialog: 'transfer' | 'put-back') => (): void => {
    if (counter.call.value !== null) counter.open({ name: dialog });
  };
  const works: Readonly<Record<string, () => void>> = {
    N: act.next,
    E: act.end,
    R: act.recall,
    P: act.pause,
    X: act.cancel,
    M: act.noShowNext,
    K: ifServing('put-back'),
    T: ifServing('transfer'),
    W: () => counter.open({ name: 'walk-in' }),
    B: () => {
      if ((counter.data.value?.away.length ?? 0) > 0) void act.setDesk('open');
      else if (counter.call.value === null) counter.open({ name: 'break' });
    },
    U: () => {
      if (counter.undo.value !== null || act.isBusy.value) act.undo();
    },
    '/': () => focusFirst('.find input'),
    L: () => focusFirst('.rows .row-call'),
    S: () => counter.show(SHEETS[(SHEETS.indexOf(counter.sheet.value) + 1) % SHEETS.length] ?? 'waiting'),
    Q: () => focusFirst('.questions :is(input, textarea, select, button)'),
    '?': () => counter.open({ name: 'keys' }),
  };
  const work = works[key];
  if (work === undefined) return;
  if (AT_ONCE.includes(key)) {
    work();
    return;
  }
  act.press({ name: key, aboutVisitor: ABOUT_VISITOR.includes(key), undoes: key === 'U' }, () => {
    // An earlier press may have asked a question, which comes first.
    if (counter.dialog.value === null) work();
  });
}

function focusFirst(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}
