/**
 * Disk operations with a timeout, so that a slow disk delays no visitor.
 *
 * They use the machine's time, whatever clock their owner uses.
 */
import { systemClock } from '../context.ts';

/** Counted in short steps, because a busy process cannot notice that the disk has finished. */
const STRETCH_MS = 100;

export interface Timeout {
  readonly ms: number;
  readonly onFailure: (error: unknown) => void;
}

/** Resolves when the operation ends, or after the timeout; calls `onFailure` on an error. */
export function inTime(work: Promise<unknown>, { ms, onFailure }: Timeout): Promise<void> {
  return new Promise((resolve) => {
    let left = ms;
    let cancel = (): void => {};
    const wait = (): void => {
      cancel = systemClock.after(STRETCH_MS, () => {
        left -= STRETCH_MS;
        if (left > 0) return wait();
        onFailure(new Error(`the disk did not respond within ${ms} ms`));
        resolve();
      });
    };
    wait();
    void work.catch(onFailure).then(() => {
      cancel();
      resolve();
    });
  });
}
