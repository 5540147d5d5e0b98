import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { readableLines } from './line-room.ts';

/** How many lines can be read in the room that this list has, before it is painted and after each change of that room. */
export function useReadableLines(list: RefObject<HTMLElement | null>): number {
  const [lines, setLines] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const place = list.current;
    if (place === null) return undefined;
    const measure = (): void =>
      setLines(readableLines(place.clientHeight, Math.min(window.innerWidth, window.innerHeight)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    return () => observer.disconnect();
  }, [list]);
  return lines;
}
