import type { JSX } from 'preact';
import { useCounter } from '../model.ts';

/** The key that does the same, for eyes only: `aria-keyshortcuts` tells it to ears. */
export function Key({ name }: { readonly name: string }): JSX.Element | null {
  const { keysOn } = useCounter();
  return keysOn.value ? (
    <span class="key-hint" aria-hidden="true">
      {name}
    </span>
  ) : null;
}
