import type { JSX } from 'preact';

/**
 * A small drawing beside a word, never instead of one: on a 24 by 24 grid with one stroke width. Its path is one of
 * `marks.ts`, so that a page carries only those that it shows.
 */
export function Mark({ path, turns = false }: { readonly path: string; readonly turns?: boolean }): JSX.Element {
  return (
    <svg class={turns ? 'icon icon-turns' : 'icon'} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
