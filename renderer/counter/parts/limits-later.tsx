import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

let line: ComponentType | null = null;

/** Alarms of limits come after what a clerk needs to begin; without them the counter works as well. */
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
