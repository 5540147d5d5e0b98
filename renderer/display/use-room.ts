import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** How wide and high a place is inside its padding, in CSS pixels, before it is painted and after each change. */
export function useRoom(ref: RefObject<HTMLElement | null>): { readonly width: number; readonly height: number } {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const place = ref.current;
    if (place === null) return undefined;
    const measure = (): void => {
      const { paddingTop, paddingBottom, paddingLeft, paddingRight } = getComputedStyle(place);
      const width = place.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const height = place.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
      setRoom((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    return () => observer.disconnect();
  }, [ref]);
  return room;
}
