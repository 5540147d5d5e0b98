/** Frame of a staff page before sign-in. */
import type { ComponentChildren, JSX } from 'preact';

export interface GateProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Below the card. */
  readonly below?: ComponentChildren;
}

export function Gate({ title, children, below }: GateProps): JSX.Element {
  return (
    <main class="gate">
      <div class="gate-card">
        <h1>{title}</h1>
        {children}
      </div>
      {below}
    </main>
  );
}
