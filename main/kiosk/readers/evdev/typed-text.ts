/** From keys that go down and up to the characters that were typed. */
import type { TypedKey } from '../../../devices/contract/wedge.ts';
import type { InputEvent } from './input-event.ts';
import { keyNumber } from './key-codes.ts';
import type { KeyLayout } from './key-layouts.ts';

export interface TypedText {
  /** What the event types: a character, `\r` for whatever ends a line, or nothing. */
  take(event: InputEvent): string;
  /** Forgets which keys are held. */
  reset(): void;
}

const EV_KEY = 1;
const UP = 0;
const DOWN = 1;

const SHIFT: ReadonlySet<number> = new Set([42, 54]);
const ALT_GR = 100;
/** Control, Alt and the keys with a logo: with them a key types nothing. */
const SILENCING: ReadonlySet<number> = new Set([29, 97, 56, 125, 126]);
const CAPS_LOCK = 58;
/** Enter, Enter of the keypad, Tab: what readers end a card with. */
const ENDINGS: ReadonlySet<number> = new Set([28, 96, 15]);

export function createTypedText(layout: KeyLayout): TypedText {
  const held = new Set<number>();
  let capsLock = false;
  let afterDead = false;

  function characterOf(key: number): string {
    if ([...held].some((each) => SILENCING.has(each))) return '';
    if (held.has(ALT_GR)) return layout.altGr.get(key) ?? '';
    const isShifted = [...held].some((each) => SHIFT.has(each));
    const character = (isShifted ? layout.shifted : layout.plain).get(key) ?? '';
    if (!capsLock) return character;
    const other = (isShifted ? layout.plain : layout.shifted).get(key) ?? '';
    const isLetter = other !== character && other.toLowerCase() === character.toLowerCase();
    return isLetter ? other : character;
  }

  return {
    take({ type, code, value }) {
      if (type !== EV_KEY) return '';
      if (value === UP) held.delete(code);
      // A key that is held repeats by itself; a reader types each character anew.
      if (value !== DOWN) return '';
      held.add(code);
      if (code === CAPS_LOCK) capsLock = !capsLock;
      if (ENDINGS.has(code)) {
        afterDead = false;
        return '\r';
      }
      const character = characterOf(code);
      if (character === '') return '';
      const isSpaceOfDead = afterDead && character === ' ';
      afterDead = layout.dead.has(character) && !held.has(ALT_GR);
      return isSpaceOfDead ? '' : character;
    },
    reset() {
      held.clear();
      capsLock = false;
      afterDead = false;
    },
  };
}

/** What a reader meant that is set to this layout, whatever the system made of its keys. Caps Lock of the system is not asked. */
export function textOfKeys(keys: readonly TypedKey[], layout: KeyLayout): string {
  const typed = createTypedText(layout);
  const [leftShift] = SHIFT;
  const press = (code: number): string => typed.take({ type: EV_KEY, code, value: DOWN });
  return keys
    .map(({ code, shift = false, altGr = false }) => {
      const number = keyNumber(code);
      if (number === undefined) return '';
      const held = [...(shift ? [leftShift ?? 0] : []), ...(altGr ? [ALT_GR] : [])];
      for (const each of held) press(each);
      const text = press(number);
      for (const each of [number, ...held]) typed.take({ type: EV_KEY, code: each, value: UP });
      return text;
    })
    .join('');
}
