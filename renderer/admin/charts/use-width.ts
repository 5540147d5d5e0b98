import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Width of an element in CSS pixels, updated when the window changes. */
export function useWidth<Element extends HTMLElement>(
  start: number,
): {
  readonly place: { current: Element | null };
  readonly width: number;
} {
  const place = useRef<Element>(null);
  const [width, setWidth] = useState(start);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const measure = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.max(200, Math.round(entry.contentRect.width)));
    });
    measure.observe(element);
    return () => measure.disconnect();
  }, []);
  return { place, width };
}
