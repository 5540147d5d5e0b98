/**
 * Font size that fits the available space.
 *
 * Text shrinks if the user's settings increase its spacing, or a fallback font is wider.
 */
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Tolerance, because boxes are rounded to whole pixels. */
const SLACK = 1.01;

/**
 * Sets `--squeeze` of the element, from 0 to 1, after each render and resize. @param need required size relative to the
 * available one
 */
export function useSqueeze(place: RefObject<HTMLElement | null>, need: (place: HTMLElement) => number): void {
  useLayoutEffect(() => {
    const at = place.current;
    if (at === null) return undefined;
    const fit = (): void => {
      at.style.removeProperty('--squeeze');
      const needed = need(at);
      if (needed > SLACK) at.style.setProperty('--squeeze', String(1 / needed));
    };
    fit();
    const observer = new ResizeObserver(fit);
    for (const part of at.querySelectorAll('*')) observer.observe(part);
    return () => observer.disconnect();
  });
}

export function partsOf(place: HTMLElement): readonly HTMLElement[] {
  return [...place.children].filter((part) => part instanceof HTMLElement);
}

/** Including margins, in pixels. */
export function heightsOf(parts: readonly HTMLElement[]): number {
  return parts.reduce((sum, part) => {
    const { marginTop, marginBottom } = getComputedStyle(part);
    return sum + part.offsetHeight + Number.parseFloat(marginTop) + Number.parseFloat(marginBottom);
  }, 0);
}
