/**
 * Locations of which `onEvents` is to tell whatever server changes them. Whoever needs one holds it; where this server is
 * alone with its store there is nothing to do.
 */

import type { Store } from '../../store/contract/store.ts';
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
