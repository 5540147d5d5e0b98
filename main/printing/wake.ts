/** Lets a loop wait until something may have changed, or a time has passed. */
import type { Clock } from '../lib/context.ts';

export interface Wake {
  /** Something may have changed. */
  ring(): void;
  /** Resolves at the next ring, or after `ms`. One waiter at a time. */
  wait(ms: number): Promise<void>;
}

export function createWake(clock: Clock): Wake {
  let resolveWait: (() => void) | null = null;
  return {
    ring() {
      resolveWait?.();
      resolveWait = null;
    },
    wait: (ms) =>
      new Promise((resolve) => {
        const cancel = clock.after(ms, resolve);
        resolveWait = () => {
          cancel();
          resolve();
        };
      }),
  };
}
