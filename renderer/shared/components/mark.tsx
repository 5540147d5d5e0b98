import type { JSX } from 'preact';

/**
 * Icon beside a text, never instead of one: 24 by 24 grid, one stroke width. Paths are in `marks.ts`, so that a page
 * only includes those it uses.
 */
export function Mark({ path, turns = false }: { readonly path: string; readonly turns?: boolean }): JSX.Element {
  return (
    <svg class={turns ? 'icon icon-turns' : 'icon'} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
