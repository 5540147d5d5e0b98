/** Which keys may reach the page of a kiosk: what writes, moves the focus or presses a button. */
import type { Input } from 'electron';

const KEYS: ReadonlySet<string> = new Set([
  'Enter',
  'Tab',
  'Backspace',
  'Delete',
  'Escape',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Shift',
  'CapsLock',
  'NumLock',
  'AltGraph',
  'Dead',
  // Alone they do nothing; without them AltGr would not write on some keyboards.
  'Control',
  'Alt',
]);

export function isKioskKey(input: Pick<Input, 'type' | 'key' | 'control' | 'alt' | 'meta'>): boolean {
  if (input.type === 'keyUp') return true;
  if (input.meta) return false;
  const writes = [...input.key].length === 1;
  // AltGr arrives as Control and Alt together; each alone is a shortcut: reload, zoom, print, back, close …
  if (input.control !== input.alt) return input.key === 'Control' || input.key === 'Alt';
  return writes || KEYS.has(input.key);
}
