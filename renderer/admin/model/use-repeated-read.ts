/** Repeated reading while the page is visible. */
import { useEffect } from 'preact/hooks';

/**
 * The next read waits until the last one is answered, however long that takes.
 *
 * @param read gets a function that returns whether its answer is still needed
 * @param depends values whose change triggers another read at once
 */
export function useRepeatedRead(
  read: (isWanted: () => boolean) => Promise<void>,
  everyMs: number,
  depends: readonly unknown[],
): void {
  useEffect(() => {
    let isGone = false;
    let timer: number | undefined;
    const turn = async (): Promise<void> => {
      if (document.visibilityState === 'visible') await read(() => !isGone);
      if (!isGone) timer = window.setTimeout(() => void turn(), everyMs);
    };
    void turn();
    return () => {
      isGone = true;
      window.clearTimeout(timer);
    };
  }, [...depends]);
}
