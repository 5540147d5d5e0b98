/**
 * Keys that can reach the kiosk page.
 *
 * Allows typing, focus movement, button presses, speech keys and keypads.
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
  // Modifiers without effect alone; some keyboards need them for AltGr.
  'Control',
  'Alt',
]);

/**
 * Keys of the kiosk itself, and those of keypads only. In browsers the others reload, toggle full screen or open tools.
 */
const FUNCTION_KEY = /^F([1-46-9]|1[3-9]|2[0-4])$/;

export function isKioskKey(input: Pick<Input, 'type' | 'key' | 'control' | 'alt' | 'meta'>): boolean {
  if (input.type === 'keyUp') return true;
  if (input.meta) return false;
  const writes = [...input.key].length === 1;
  // AltGr arrives as Control and Alt together; each alone is a shortcut: reload, zoom, print, back, close …
  if (input.control !== input.alt) return input.key === 'Control' || input.key === 'Alt';
  return writes || KEYS.has(input.key) || FUNCTION_KEY.test(input.key);
}
