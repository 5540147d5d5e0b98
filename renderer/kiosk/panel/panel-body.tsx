import type { ComponentChildren, JSX } from 'preact';

interface PanelBodyProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

/** What may be longer than its room, and scrolls. */
export function PanelBody({ name, children }: PanelBodyProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has keys alone scrolls it by them
    <section class="panel-body" aria-label={name} tabIndex={0}>
      {children}
    </section>
  );
}
