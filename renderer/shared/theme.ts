import { effect, type Signal, signal } from '@preact/signals';
import { browserMemory } from './storage.ts';

export const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

/** Theme of staff pages in this browser, stored. `system`: as set on the computer. */
export function createTheme(root: HTMLElement): Signal<Theme> {
  const kept = browserMemory.read('theme');
  const theme = signal<Theme>(THEMES.find((each) => each === kept) ?? 'system');
  effect(() => {
    const { value } = theme;
    if (value === 'light' || value === 'dark') root.dataset.theme = value;
    else delete root.dataset.theme;
    root.toggleAttribute('data-contrast', value === 'contrast' || (value === 'system' && prefersContrast()));
    browserMemory.write('theme', value === 'system' ? null : value);
  });
  return theme;
}

function prefersContrast(): boolean {
  return window.matchMedia('(prefers-contrast: more)').matches;
}
