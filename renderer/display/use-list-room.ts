import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** How wide and high the list is inside, before it is painted and after each change. */
export function useListRoom(list: RefObject<HTMLElement | null>): { readonly width: number; readonly height: number } {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const place = list.current;
    if (place === null) return undefined;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = place;
      setRoom((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    return () => observer.disconnect();
  }, [list]);
  return room;
}
