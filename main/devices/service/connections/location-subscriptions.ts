/**
 * Change notices of a location for its kiosks, at a limited rate.
 *
 * Tells that its queues, its site or what is open there has changed, at a pace at which kiosks can read it.
 */
import type { Clock } from '../../../lib/context.ts';
import type { LocationChanges } from '../../../queue/service/location-changes.ts';
import type { Site } from '../../../site/rules/site-model.ts';
import { isServiceOpen, serviceOpensAt } from '../../../site/service/service-hours.ts';

export interface LocationSubscriptions {
  /** Calls back whenever kiosks there should read anew; returns how to stop. */
  follow(locationId: string, onChange: () => void): () => void;
  /** To be called now and then: services open and close by the clock alone. */
  lookAtHours(): void;
  close(): void;
}

interface Hall {
  readonly listeners: Set<() => void>;
  readonly stop: () => void;
  cancel: (() => void) | null;
  /** What is open, and when the rest opens. */
  hours: string;
}

/** Nobody reads figures that change more often. */
const PACE_MS = 300;
/** Hours begin and end with a minute. */
const MINUTE_MS = 60_000;

export function openLocationSubscriptions(
  clock: Clock,
  site: () => Site,
  changes: LocationChanges,
): LocationSubscriptions {
  const halls = new Map<string, Hall>();
  let minute = 0;

  function hoursOf(locationId: string): string {
    const now = clock.now();
    const current = site();
    return current
      .servicesOf(locationId)
      .map((service) => (isServiceOpen(current, service, now) ? 'open' : serviceOpensAt(current, service, now)))
      .join();
  }

  function tellSoon(hall: Hall): void {
    hall.cancel ??= clock.after(PACE_MS, () => {
      hall.cancel = null;
      for (const listener of [...hall.listeners]) listener();
    });
  }

  function hallOf(locationId: string): Hall {
    const known = halls.get(locationId);
    if (known !== undefined) return known;
    const hall: Hall = {
      listeners: new Set(),
      stop: changes(locationId, () => tellSoon(hall)),
      cancel: null,
      hours: hoursOf(locationId),
    };
    halls.set(locationId, hall);
    return hall;
  }

  return {
    follow(locationId, onChange) {
      const hall = hallOf(locationId);
      hall.listeners.add(onChange);
      return () => {
        hall.listeners.delete(onChange);
        if (hall.listeners.size > 0 || halls.get(locationId) !== hall) return;
        halls.delete(locationId);
        hall.cancel?.();
        hall.stop();
      };
    },
    lookAtHours() {
      const now = Math.floor(clock.now() / MINUTE_MS);
      if (now === minute) return;
      minute = now;
      for (const [locationId, hall] of halls) {
        const hours = hoursOf(locationId);
        if (hours !== hall.hours) tellSoon(hall);
        hall.hours = hours;
      }
    },
    close() {
      for (const hall of halls.values()) {
        hall.cancel?.();
        hall.stop();
      }
      halls.clear();
    },
  };
}
