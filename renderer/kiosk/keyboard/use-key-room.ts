import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Cells, cellsIn } from './key-room.ts';

/** Initial value before measuring: enough for every keyboard. */
const PLENTY: Cells = { columns: 20, rows: 20 };

/** Number of minimum-size keys in the space from the style sheet. */
export function useKeyRoom(): { readonly box: RefObject<HTMLDivElement | null>; readonly cells: Cells } {
  const box = useRef<HTMLDivElement>(null);
  const [cells, setCells] = useState(PLENTY);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void => {
      const style = getComputedStyle(element);
      const length = (name: string): number => Number.parseFloat(style.getPropertyValue(name)) || 0;
      const next = cellsIn({
        width: element.clientWidth,
        height: element.clientHeight,
        key: length('--least-key'),
        gap: length('--key-gap'),
      });
      setCells((now) => (now.columns === next.columns && now.rows === next.rows ? now : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, cells };
}
