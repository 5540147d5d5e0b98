/**
 * Font size that fits the available space.
 *
 * Where a reader has set them wider apart, or letters of another font are in their place, they give way until all of
 * it is there again.
 */
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Boxes are rounded to whole pixels. */
const SLACK = 1.01;

/** Sets `--squeeze` of the place, from 0 to 1, after each drawing and whenever a part of it changes its size. @param need how many times the room that there is. */
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

/** With the margins of each, in pixels. */
export function heightsOf(parts: readonly HTMLElement[]): number {
  return parts.reduce((sum, part) => {
    const { marginTop, marginBottom } = getComputedStyle(part);
    return sum + part.offsetHeight + Number.parseFloat(marginTop) + Number.parseFloat(marginBottom);
  }, 0);
}
