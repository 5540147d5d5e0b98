/** A place without content, and what can be done about it. */
import type { ComponentChildren, JSX } from 'preact';

interface EmptyStateProps {
  readonly text: string;
  /** Buttons or links. */
  readonly children?: ComponentChildren;
}

export function EmptyState({ text, children }: EmptyStateProps): JSX.Element {
  return (
    <div class="empty">
      <p>{text}</p>
      {children !== undefined && <div class="adds">{children}</div>}
    </div>
  );
}
