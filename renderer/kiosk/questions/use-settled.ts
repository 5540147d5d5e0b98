/** Delay after which a new screen accepts touches. */
import { useEffect, useRef, useState } from 'preact/hooks';

/** A hasty second touch was meant for the previous screen. */
const SETTLE_MS = 400;

export interface Settled {
  readonly settled: boolean;
  /** The same, even if not rendered yet. */
  readonly ready: () => boolean;
  readonly settle: () => void;
}

export function useSettled(): Settled {
  const [settled, setSettled] = useState(false);
  const isReady = useRef(false);
  const settle = (): void => {
    isReady.current = true;
    setSettled(true);
  };
  useEffect(() => {
    const timer = window.setTimeout(settle, SETTLE_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return { settled, ready: () => isReady.current, settle };
}
