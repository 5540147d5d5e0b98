import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

let line: ComponentType | null = null;

/** Loads queue alerts after the main parts; the counter works without them. */
export function LimitsLater(): JSX.Element | null {
  const [, redraw] = useState(0);
  useEffect(() => {
    void import('./limit-line.tsx').then(
      ({ LimitLine }) => {
        line = LimitLine;
        redraw(1);
      },
      () => {},
    );
  }, []);
  const Line = line;
  return Line === null ? null : <Line />;
}
