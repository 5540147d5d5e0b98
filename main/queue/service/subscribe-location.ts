/**
 * Subscription to changes of a location by any server.
 *
 * While a subscription is open, `onEvents` reports changes by all servers. A server that is alone with its store needs
 * no subscription.
 */

import type { Store } from '../../store/contract/store.ts';
import type { QueueEvent } from '../contract/records.ts';
import type { ChangesListener, FollowedLocation } from '../operations/location-changes.ts';

export interface HeldLocation {
  /** Resolves when the subscription misses no further change. Rejects while the store is unavailable. */
  readonly heard: Promise<unknown>;
  stop(): void;
}

const NOTHING_TO_DO: HeldLocation = { heard: Promise.resolve(), stop() {} };

/**
 * @param onMissed changes may be lost: read the state again
 * @param onBegun no further change is lost; earlier changes were not reported
 */
export function subscribeLocation(
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

/** Calls the listener at every change of that location; returns the unsubscribe function. */
export type LocationChanges = (locationId: string, onChange: () => void) => () => void;

/** A change of the site concerns all locations, changed appointments only theirs. */
export function locationChanges(store: Pick<Store, 'onEvents' | 'follow'>): LocationChanges {
  return (locationId, onChange) => {
    const held = subscribeLocation(store, locationId, onChange, onChange);
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
