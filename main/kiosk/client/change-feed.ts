/** Change notices of a location's queues for kiosk clients. */
import type { Clock } from '../../lib/context.ts';

/** Calls back at every change; returns how to stop. */
export type ChangeFeed = (locationId: string, onChange: () => void) => () => void;

const POLL_MS = 2_000;

/** By asking again and again; also tells when the server goes away and when it is back. */
export function pollingFeed(read: (locationId: string) => Promise<unknown>, clock: Clock): ChangeFeed {
  return (locationId, onChange) => {
    let stopped = false;
    let before: string | null = null;
    let cancel = (): void => {};

    async function poll(): Promise<void> {
      const now = JSON.stringify(await read(locationId));
      if (stopped) return;
      cancel = clock.after(POLL_MS, () => void poll());
      const changed = before !== null && before !== now;
      before = now;
      if (changed) onChange();
    }

    void poll();
    return () => {
      stopped = true;
      cancel();
    };
  };
}
