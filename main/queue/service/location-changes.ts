/** Change notices of a location's queues, from any server. */

import type { Store } from '../../store/contract/store.ts';
import type { QueueEvent } from '../contract/records.ts';
import { hearLocation } from './subscribe-location.ts';

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
