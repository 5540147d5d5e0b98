/** Buttons with a text, or with an icon only. */
import type { ComponentChildren, JSX } from 'preact';
import { Mark } from './mark.tsx';

/** `main`: the primary action, at most one per page. `fault`: a destructive action. `plain`: without border. */
export type ButtonLook = 'main' | 'normal' | 'plain' | 'fault';

export interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onClick?: (event: MouseEvent) => void;
  readonly look?: ButtonLook;
  readonly type?: 'button' | 'submit';
  /** Disabled for now. It stays focusable, and announces its state. */
  readonly off?: boolean;
  /** Busy: shows progress, and ignores presses until done. */
  readonly busy?: boolean;
  /** Value of `aria-keyshortcuts`. */
  readonly keys?: string;
  /** Accessible name, if the content is not enough. */
  readonly label?: string;
  /** Tooltip on hover or keyboard focus, for icon-only buttons; used in the back office. */
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

interface MarkButtonProps extends Omit<ButtonProps, 'children' | 'look'> {
  /** Path of the icon. */
  readonly mark: string;
  readonly turns?: boolean;
  readonly label: string;
}

/** Button with an icon only. */
export function MarkButton({ mark, turns = false, class: name = '', ...props }: MarkButtonProps): JSX.Element {
  return (
    <Button {...props} look="plain" class={`button-mark ${name}`}>
      <Mark path={mark} turns={turns} />
    </Button>
  );
}
