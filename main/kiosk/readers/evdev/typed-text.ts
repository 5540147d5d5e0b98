/** Converts key presses to typed characters. */
import type { TypedKey } from '../../../devices/contract/wedge.ts';
import type { KeyLayout } from './key-layouts.ts';

/** Decoder of Linux input events: `struct input_event` records, in native byte order. */

interface InputEvent {
  readonly type: number;
  readonly code: number;
  readonly value: number;
}

/** Two 8-byte numbers for the time, then type, code and value: on every 64-bit Linux. */
export const RECORD_BYTES = 24;

const TYPE_AT = 16;

const CODE_AT = 18;

const VALUE_AT = 20;

const EV_SYN = 0;

const SYN_DROPPED = 3;

/** The kernel's buffer overflowed: the text is incomplete. */
export function isDropped({ type, code }: InputEvent): boolean {
  return type === EV_SYN && code === SYN_DROPPED;
}

/** Splits bytes into records, across chunk boundaries. */
export function createRecords(): (bytes: Uint8Array) => readonly InputEvent[] {
  let rest = new Uint8Array(0);
  return (bytes) => {
    const all = new Uint8Array(rest.length + bytes.length);
    all.set(rest);
    all.set(bytes, rest.length);
    const whole = Math.floor(all.length / RECORD_BYTES);
    rest = all.slice(whole * RECORD_BYTES);
    const view = new DataView(all.buffer);
    return Array.from({ length: whole }, (_, index) => {
      const at = index * RECORD_BYTES;
      return {
        type: view.getUint16(at + TYPE_AT, true),
        code: view.getUint16(at + CODE_AT, true),
        value: view.getInt32(at + VALUE_AT, true),
      };
    });
  };
}

export interface TypedText {
  /** The typed character, `\r` for any end of a line, or nothing. */
  take(event: InputEvent): string;
  /** Releases all held keys. */
  reset(): void;
}

const EV_KEY = 1;

const UP = 0;

const DOWN = 1;

const SHIFT: ReadonlySet<number> = new Set([42, 54]);

const ALT_GR = 100;

/** Control, Alt and Meta keys: combined with them, a key types nothing. */
const SILENCING: ReadonlySet<number> = new Set([29, 97, 56, 125, 126]);

const CAPS_LOCK = 58;

/** Enter, keypad Enter and Tab, which end a card. */
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
      // Ignores auto-repeat of a held key: a reader presses a key for each character.
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

/** Linux key codes (input-event-codes.h) by the browser's `code` values (UI Events). */
const ROWS: readonly (readonly [first: number, codes: string])[] = [
  [2, 'Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus Equal'],
  [16, 'KeyQ KeyW KeyE KeyR KeyT KeyY KeyU KeyI KeyO KeyP BracketLeft BracketRight'],
  [30, 'KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL Semicolon Quote Backquote'],
  [43, 'Backslash KeyZ KeyX KeyC KeyV KeyB KeyN KeyM Comma Period Slash'],
  [55, 'NumpadMultiply'],
  [57, 'Space'],
  [
    71,
    'Numpad7 Numpad8 Numpad9 NumpadSubtract Numpad4 Numpad5 Numpad6 NumpadAdd Numpad1 Numpad2 Numpad3 Numpad0 NumpadDecimal',
  ],
  [86, 'IntlBackslash'],
  [98, 'NumpadDivide'],
  [117, 'NumpadEqual'],
];

const NUMBERS: ReadonlyMap<string, number> = new Map(
  ROWS.flatMap(([first, codes]) => codes.split(' ').map((code, at) => [code, first + at] as const)),
);

export const keyNumber = (code: string): number | undefined => NUMBERS.get(code);

/** The text of a reader set to this layout, whatever the system's layout. Ignores Caps Lock. */
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
