import { browserMemory } from './storage.ts';

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** Spacing of the back office in this browser, stored. */
export function storedDensity(): Density {
  return browserMemory.read('density') === 'compact' ? 'compact' : 'comfortable';
}

export function storeDensity(density: Density): void {
  browserMemory.write('density', density === 'compact' ? density : null);
}

export function applyDensity(root: HTMLElement): void {
  root.dataset.density = storedDensity();
}
