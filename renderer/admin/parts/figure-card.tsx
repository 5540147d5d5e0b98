import type { ComponentChildren, JSX } from 'preact';

interface FigureCardProps {
  readonly label: string;
  readonly value: ComponentChildren;
  readonly more?: ComponentChildren;
  readonly look?: 'plain' | 'attention';
}

/** A figure with its label. */
export function FigureCard({ label, value, more = '', look = 'plain' }: FigureCardProps): JSX.Element {
  return (
    <div class="figure" data-look={look}>
      <dt>{label}</dt>
      <dd>
        <span class="figure-value">{value}</span>
        {more !== '' && <span class="figure-more">{more}</span>}
      </dd>
    </div>
  );
}
