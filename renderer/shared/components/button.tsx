/** Button. */
import type { ComponentChildren, JSX } from 'preact';

/** `main`: what the page is for, at most one at a time. `fault`: takes something away. `plain`: without an edge. */
export type ButtonLook = 'main' | 'normal' | 'plain' | 'fault';

export interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onClick?: (event: MouseEvent) => void;
  readonly look?: ButtonLook;
  readonly type?: 'button' | 'submit';
  /** Off for now. It stays in the order of the keyboard, and says so. */
  readonly off?: boolean;
  /** At work: shows it, and does nothing more until it is done. */
  readonly busy?: boolean;
  /** As `aria-keyshortcuts` has it. */
  readonly keys?: string;
  /** When the words inside are not enough. */
  readonly label?: string;
  /** Seen by who points at it or comes to it by keys, where a drawing alone could puzzle; the back office has them. */
  readonly tip?: string;
  readonly class?: string;
  readonly pressed?: boolean;
  readonly id?: string;
}

export function Button(props: ButtonProps): JSX.Element {
  const { look = 'normal', type = 'button', off = false, busy = false, onClick } = props;
  return (
    <button
      type={type}
      id={props.id}
      class={['button', `button-${look}`, props.class].filter(Boolean).join(' ')}
      aria-disabled={off || busy || undefined}
      aria-busy={busy || undefined}
      aria-keyshortcuts={props.keys}
      aria-label={props.label}
      data-tip={props.tip}
      aria-pressed={props.pressed}
      onClick={(event) => {
        if (off || busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {props.children}
    </button>
  );
}
