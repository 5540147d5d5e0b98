import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** From the last touch on; whoever reads when the house opens has that long. */
const DARK_AFTER_MS = 60_000;
const SIGNS = ['pointerdown', 'keydown'] as const;

/**
 * A black screen over a house that is closed: it wears no picture into the panel and lights no empty street. The first touch only
 * wakes it, and presses nothing. A card wakes it through the host, whose state is not dark any more.
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
