import { describe, expect, it } from 'vitest';
import { readKeyMap } from '../../main/kiosk/contract/kiosk-access.ts';
import { isKioskKey } from '../../main/kiosk/shells/electron/keys.ts';

const reaches = (key: string, held = {}): boolean =>
  isKioskKey({ type: 'keyDown', key, control: false, alt: false, meta: false, ...held });

/** Key values of a keypad with and without NumLock. */
const KEYPAD: Readonly<Record<string, readonly string[]>> = {
  NumpadEnter: ['Enter'],
  Numpad0: ['0', 'Insert'],
  Numpad2: ['2', 'ArrowDown'],
  Numpad4: ['4', 'ArrowLeft'],
  Numpad5: ['5', 'Clear'],
  Numpad6: ['6', 'ArrowRight'],
  Numpad8: ['8', 'ArrowUp'],
  NumpadMultiply: ['*'],
  NumpadDivide: ['/'],
  NumpadSubtract: ['-'],
  NumpadAdd: ['+'],
};

describe('a key pressed in the window of a kiosk', () => {
  it('reaches the page if kiosks use it by default, on a keypad with and without NumLock', () => {
    const keys = [...readKeyMap('').usual.keys()].flatMap((code) => KEYPAD[code] ?? [code]);
    expect(keys.filter((key) => !reaches(key))).toEqual([]);
  });

  it('reaches the page if only keypads for kiosks have it', () => {
    const keys = Array.from({ length: 12 }, (_, index) => `F${13 + index}`);
    expect(keys.filter((key) => !reaches(key))).toEqual([]);
  });

  it('does not reach the page if browsers use it for another function', () => {
    const keys = ['F5', 'F10', 'F11', 'F12', 'F25', 'BrowserBack', 'PrintScreen', 'ContextMenu'];
    expect(keys.filter((key) => reaches(key))).toEqual([]);
    expect(reaches('F4', { alt: true })).toBe(false);
    expect(reaches('F1', { control: true })).toBe(false);
  });
});
