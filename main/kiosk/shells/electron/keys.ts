/**
 * Keys that may reach the kiosk page.
 *
 * What writes, moves the focus or presses a button, and keys of speech and of keypads.
 */
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
  // 5 and 0 of a keypad without NumLock.
  'Clear',
  'Insert',
  'AltGraph',
  'Dead',
  // Alone they do nothing; without them AltGr would not write on some keyboards.
  'Control',
  'Alt',
]);

/** As a kiosk uses them by itself, and those that only keypads have. The others reload, fill the screen or open tools in browsers. */
const FUNCTION_KEY = /^F([1-46-9]|1[3-9]|2[0-4])$/;

export function isKioskKey(input: Pick<Input, 'type' | 'key' | 'control' | 'alt' | 'meta'>): boolean {
  if (input.type === 'keyUp') return true;
  if (input.meta) return false;
  const writes = [...input.key].length === 1;
  // AltGr arrives as Control and Alt together; each alone is a shortcut: reload, zoom, print, back, close …
  if (input.control !== input.alt) return input.key === 'Control' || input.key === 'Alt';
  return writes || KEYS.has(input.key) || FUNCTION_KEY.test(input.key);
}
