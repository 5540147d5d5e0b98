import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';

export type TextSize = 100 | 150 | 200;
export const TEXT_SIZES: readonly TextSize[] = [100, 150, 200];

/** Accessibility settings of this visitor. Kept in the page only, and reset with the visit. */
export interface Access {
  readonly text: Signal<TextSize>;
  readonly contrast: Signal<boolean>;
  readonly reach: Signal<boolean>;
  /** Whether any setting differs from the default. */
  readonly isSet: ReadonlySignal<boolean>;
  reset(): void;
}

export function createAccess(root: HTMLElement): Access {
  const text = signal<TextSize>(100);
  const contrast = signal(false);
  const reach = signal(false);

  effect(() => {
    root.dataset.text = String(text.value);
    root.toggleAttribute('data-contrast', contrast.value);
    root.toggleAttribute('data-reach', reach.value);
  });

  return {
    text,
    contrast,
    reach,
    isSet: computed(() => text.value !== 100 || contrast.value || reach.value),
    reset: () => {
      text.value = 100;
      contrast.value = false;
      reach.value = false;
    },
  };
}
