/**
 * Locations of which `onEvents` is to tell whatever server changes them. Whoever needs one holds it; where this server is
 * alone with its store there is nothing to do.
 */

import type { Store } from '../../store/contract/store.ts';
import type { QueueEvent } from '../contract/records.ts';
import type { ChangesListener, FollowedLocation } from '../operations/location-changes.ts';

export interface HeldLocation {
  /** From when on nothing is missed. Rejects while the store is away. */
  readonly heard: Promise<unknown>;
  stop(): void;
}

const NOTHING_TO_DO: HeldLocation = { heard: Promise.resolve(), stop() {} };

/**
 * @param onMissed something may have happened of which nothing was told
 * @param onBegun from now on nothing is missed; what happened before was told by nobody
 */
export function hearLocation(
  { follow }: Pick<Store, 'follow'>,
  locationId: string,
  onMissed: () => void = () => {},
  onBegun: () => void = () => {},
): HeldLocation {
  if (follow === null) return NOTHING_TO_DO;
  let stopped = false;
  let held: FollowedLocation = follow(locationId, listener);
  tellWhenBegun();

  function tellWhenBegun(): void {
    const mine = held;
    mine.begun.then(
      () => {
        if (!stopped && held === mine) onBegun();
      },
      () => undefined,
    );
  }

  function listener(changes: Parameters<ChangesListener>[0]): void {
    if (changes !== null || stopped || follow === null) return;
    held = follow(locationId, listener);
    tellWhenBegun();
    onMissed();
  }

  return {
    get heard() {
      return held.begun;
    },
    stop() {
      stopped = true;
      held.stop();
    },
  };
}

/** Calls back at every change of that location; returns how to stop. */
export type LocationChanges = (locationId: string, onChange: () => void) => () => void;

/** A changed site concerns everyone, changed bookings their location. */
export function locationChanges(store: Pick<Store, 'onEvents' | 'follow'>): LocationChanges {
  return (locationId, onChange) => {
    const held = hearLocation(store, locationId, onChange, onChange);
    const stop = store.onEvents((events) => {
      const concerns = (event: QueueEvent): boolean =>
        (event.locationId === locationId && event.type !== 'device.alarm' && event.type !== 'limit.alarm') ||
        (event.type === 'site.changed' && event.locationId === '');
      if (events.some(concerns)) onChange();
    });
    return () => {
      stop();
      held.stop();
    };
  };
}
