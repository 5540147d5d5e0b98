import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Time since the last touch; leaves visitors time to read the opening hours. */
const DARK_AFTER_MS = 60_000;
const SIGNS = ['pointerdown', 'keydown'] as const;

/**
 * Black screen while closed, against burn-in and light. The first touch only wakes it, and presses nothing. A card
 * wakes it through the host's state.
 */
export function DarkScreen(): JSX.Element | null {
  const [isDark, setDark] = useState(false);
  useEffect(() => {
    let timer = window.setTimeout(() => setDark(true), DARK_AFTER_MS);
    const wake = (): void => {
      setDark(false);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setDark(true), DARK_AFTER_MS);
    };
    for (const sign of SIGNS) document.addEventListener(sign, wake, { capture: true });
    return () => {
      window.clearTimeout(timer);
      for (const sign of SIGNS) document.removeEventListener(sign, wake, { capture: true });
    };
  }, []);
  return isDark ? <div class="dark-screen" aria-hidden="true" /> : null;
}
