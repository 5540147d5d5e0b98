/** One-key buttons (USB or Bluetooth) that call the next visitor. */
import { signal } from '@preact/signals';
import { browserMemory } from '../../shared/storage.ts';

const KEPT = 'counter.nextKey';
const WRITING = 'input, textarea, select, [contenteditable]';
/** Keys needed to navigate a page, and modifier keys. */
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

/** As in `KeyboardEvent.key`; empty: none. */
export const nextKey = signal(browserMemory.read(KEPT) ?? '');

export function keepNextKey(key: string): void {
  nextKey.value = key;
  browserMemory.write(KEPT, key === '' ? null : key);
}

export function mayBeNextKey({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return !NEEDED.has(key) && !ctrlKey && !altKey && !metaKey;
}

/** Name of a key for users. */
export function keyName(key: string): string {
  return key === ' ' ? '␣' : key.length === 1 ? key.toUpperCase() : key;
}

/** Captures the key wherever the focus is, except in text fields and dialogs. */
export function watchNextKey(next: () => void): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (nextKey.value === '' || event.key !== nextKey.value || !mayBeNextKey(event) || event.isComposing) return;
    if (document.querySelector('dialog[open]') !== null) return;
    if (event.target instanceof Element && event.target.matches(WRITING)) return;
    event.preventDefault();
    event.stopPropagation();
    // Browsers press a focused button on keyup.
    const noPress = (up: KeyboardEvent): void => {
      if (up.key === event.key) up.preventDefault();
    };
    document.addEventListener('keyup', noPress, { capture: true, once: true });
    if (!event.repeat) next();
  };
  document.addEventListener('keydown', onKey, { capture: true });
  return () => document.removeEventListener('keydown', onKey, { capture: true });
}
