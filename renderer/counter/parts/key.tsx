import type { JSX } from 'preact';
import { useCounter } from '../model.ts';

/** Shortcut key, shown visually; `aria-keyshortcuts` announces it. */
export function Key({ name }: { readonly name: string }): JSX.Element | null {
  const { keysOn } = useCounter();
  return keysOn.value ? (
    <span class="key-hint" aria-hidden="true">
      {name}
    </span>
  ) : null;
}
