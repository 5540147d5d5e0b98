/** One-key buttons (USB or Bluetooth) that call the next visitor. */
import { signal } from '@preact/signals';
import { browserMemory } from '../../shared/storage.ts';

const KEPT = 'counter.nextKey';
const WRITING = 'input, textarea, select, [contenteditable]';
/** Keys without which nobody gets around a page, and those that only change others. */
const NEEDED = new Set([
  'Tab',
  'Escape',
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'Dead',
  'Unidentified',
]);

/** As `KeyboardEvent.key` has it; empty: none. */
export const nextKey = signal(browserMemory.read(KEPT) ?? '');

export function keepNextKey(key: string): void {
  nextKey.value = key;
  browserMemory.write(KEPT, key === '' ? null : key);
}

export function mayBeNextKey({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return !NEEDED.has(key) && !ctrlKey && !altKey && !metaKey;
}

/** What people call a key. */
export function keyName(key: string): string {
  return key === ' ' ? '␣' : key.length === 1 ? key.toUpperCase() : key;
}

/** Before anything else hears of the key, wherever the focus is; never where somebody writes, or is asked something. */
export function watchNextKey(next: () => void): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (nextKey.value === '' || event.key !== nextKey.value || !mayBeNextKey(event) || event.isComposing) return;
    if (document.querySelector('dialog[open]') !== null) return;
    if (event.target instanceof Element && event.target.matches(WRITING)) return;
    event.preventDefault();
    event.stopPropagation();
    // The button of a page is pressed when its key comes up again.
    const noPress = (up: KeyboardEvent): void => {
      if (up.key === event.key) up.preventDefault();
    };
    document.addEventListener('keyup', noPress, { capture: true, once: true });
    if (!event.repeat) next();
  };
  document.addEventListener('keydown', onKey, { capture: true });
  return () => document.removeEventListener('keydown', onKey, { capture: true });
}
