/** How a client learns that something changed in a location's queues. */
import type { Clock } from '../context.ts';
import type { QueueEvent } from '../contract/queue.ts';

/** Calls back at every change; returns how to stop. */
export type ChangeFeed = (locationId: string, onChange: () => void) => () => void;

type Listen = (listener: (events: readonly QueueEvent[]) => void) => () => void;

/** Has events of a location come from other servers too, until it is stopped. `onMissed`: some may not have come. */
type Hear = (locationId: string, onMissed: () => void) => { stop(): void };

/** From the events of a store in the same process. A changed site concerns everyone, changed bookings their location. */
export function eventFeed(onEvents: Listen, hear?: Hear): ChangeFeed {
  return (locationId, onChange) => {
    const held = hear?.(locationId, onChange);
    const stop = onEvents((events) => {
      const concerns = (event: QueueEvent): boolean =>
        (event.locationId === locationId && event.type !== 'device.alarm' && event.type !== 'limit.alarm') ||
        (event.type === 'site.changed' && event.locationId === '');
      if (events.some(concerns)) onChange();
    });
    return () => {
      stop();
      held?.stop();
    };
  };
}

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
