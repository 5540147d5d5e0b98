import type { ComponentChildren, JSX } from 'preact';

interface KeyProps {
  readonly label?: string;
  /** Pressed state of a toggle key. */
  readonly down?: boolean;
  readonly class?: string;
  readonly lang?: string;
  readonly onPress: () => void;
  readonly children: ComponentChildren;
}

/** Types on touch start: fast typists touch the next key before they leave this one. */
export function Key({ label, down, class: name = '', lang, onPress, children }: KeyProps): JSX.Element {
  return (
    <button
      type="button"
      class={`key ${name}`}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(down === undefined ? {} : { 'aria-pressed': down })}
      {...(lang === undefined ? {} : { lang })}
      onPointerDown={(event) => {
        if (event.button === 0) onPress();
      }}
      onClick={(event) => {
        // Physical Enter or a screen reader: there was no pointerdown.
        if (event.detail === 0) onPress();
      }}
    >
      {children}
    </button>
  );
}
