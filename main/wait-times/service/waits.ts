/**
 * Estimated waits for pages, tickets and the API.
 *
 * All of them use the same value. A location without requests costs nothing.
 */

import { StoreUnreachable } from '../../database/store-errors.ts';
import type { ClockAndLog } from '../../lib/context.ts';
import type { ServiceQueue } from '../../queue/contract/records.ts';
import { businessDay } from '../../queue/rules/business-day.ts';
import { calendarOf, daysBefore } from '../../queue/rules/day/calendar.ts';
import { NO_TARGETS } from '../../queue/rules/day/period.ts';
import { type HeldLocation, subscribeLocation } from '../../queue/service/subscribe-location.ts';
import type { Service } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Store } from '../../store/contract/store.ts';
import { type Past, pastBegins } from '../rules/historical-rate.ts';
import type { WaitForecast, WaitQuestion } from '../rules/wait-forecast.ts';
import { createLocationWaits, type LocationWaits } from './location-waits.ts';

export interface Waits {
  /** Up-to-date forecast; empty while the store is unavailable. */
  of(locationId: string): Promise<WaitForecast>;
  /** The same, but empty after a short timeout: no visitor waits for it. */
  soon(locationId: string): Promise<WaitForecast>;
  /** Forecast from the current state. */
  known(locationId: string): WaitForecast;
  /** Uses counts of a location that were read for another purpose. */
  adopt(locationId: string, queues: readonly ServiceQueue[]): void;
  close(): void;
}

interface WaitsDeps extends ClockAndLog {
  readonly store: Store;
  readonly site: () => Site;
}

/** How long a location is tracked after its last request. */
const KEEP_MS = 600_000;

/** Timeout of a forecast. */
const MAX_FORECAST_MS = 2_000;

const SAYS_NOTHING: WaitForecast = { wait: () => null, before: () => 0 };

interface Kept {
  readonly waits: LocationWaits;
  readonly held: HeldLocation;
  /** Whether the location is subscribed. */
  isHeard: boolean;
  askedAt: number;
}

/** Cache of past weeks per location. Each is read once a day in the background, one after another. */
interface Pasts {
  /** Null if unknown; then it is read. */
  of(locationId: string): Past | null;
  forget(locationId: string): void;
  close(): void;
}

interface PastsDeps extends ClockAndLog {
  readonly store: Store;
  readonly site: () => Site;
}

interface Known {
  readonly day: string;
  /** Null until it was read. */
  readonly past: Past | null;
  readonly retryAt: number;
}

const RETRY_MS = 60_000;

function createPasts({ store, site, clock, log }: PastsDeps): Pasts {
  const known = new Map<string, Known>();
  let work: Promise<void> = Promise.resolve();
  let closed = false;

  async function read(locationId: string, day: string): Promise<void> {
    if (closed || known.get(locationId)?.day !== day) return;
    try {
      const dayRules = await store.query('dayRules', { locationId });
      const calendar = calendarOf(dayRules);
      const from = pastBegins(day);
      const past = await store.report('past', {
        locationId,
        from: calendar.begins(from),
        until: calendar.begins(day),
        rules: { from, to: daysBefore(day, 1), dayRules, targets: NO_TARGETS, services: [], desks: [], users: [] },
        today: day,
      });
      if (known.get(locationId)?.day === day) known.set(locationId, { day, past, retryAt: 0 });
    } catch (error) {
      if (closed) return;
      log.warn('wait-times.history-read-failed', { location: locationId, error: String(error) });
      if (known.get(locationId)?.day === day)
        known.set(locationId, { day, past: null, retryAt: clock.now() + RETRY_MS });
    }
  }

  return {
    of(locationId) {
      const location = site().location(locationId);
      if (location === undefined) return null;
      const now = clock.now();
      const day = businessDay(now, location.timezone, location.reset_time);
      const before = known.get(locationId);
      if (before === undefined || before.day !== day || now >= before.retryAt) {
        if (before?.day === day && before.past !== null) return before.past;
        known.set(locationId, { day, past: before?.past ?? null, retryAt: Number.POSITIVE_INFINITY });
        work = work.then(() => read(locationId, day));
      }
      return known.get(locationId)?.past ?? null;
    },
    forget: (locationId) => known.delete(locationId),
    close() {
      closed = true;
    },
  };
}

export function createWaits({ store, site, clock, log }: WaitsDeps): Waits {
  const kept = new Map<string, Kept>();
  const pasts = createPasts({ store, site, clock, log });
  let cancelTidy: (() => void) | null = null;

  const stop = store.onEvents((events) => {
    if (kept.size === 0) return;
    for (const event of events) if (event.type !== 'site.changed') kept.get(event.locationId)?.waits.happened(event);
  });

  function keep(locationId: string): Kept {
    const known = kept.get(locationId);
    if (known !== undefined) {
      known.askedAt = clock.now();
      return known;
    }
    const past = () => pasts.of(locationId);
    const waits = createLocationWaits({ locationId, store, site, clock, past });
    const held = subscribeLocation(store, locationId, () => waits.forget());
    const fresh: Kept = { waits, held, isHeard: false, askedAt: clock.now() };
    held.heard.then(
      () => {
        fresh.isHeard = true;
      },
      () => {},
    );
    kept.set(locationId, fresh);
    cancelTidy ??= clock.after(KEEP_MS, tidy);
    return fresh;
  }

  function tidy(): void {
    for (const [locationId, { held, askedAt }] of kept) {
      if (clock.now() - askedAt < KEEP_MS) continue;
      held.stop();
      kept.delete(locationId);
      pasts.forget(locationId);
    }
    cancelTidy = kept.size === 0 ? null : clock.after(KEEP_MS, tidy);
  }

  /** Null if it requires waiting for the store. */
  function atHand(locationId: string): WaitForecast | null {
    if (site().location(locationId) === undefined) return SAYS_NOTHING;
    const { waits, isHeard } = keep(locationId);
    return isHeard && waits.isFresh() ? waits.forecast() : null;
  }

  async function of(locationId: string): Promise<WaitForecast> {
    if (site().location(locationId) === undefined) return SAYS_NOTHING;
    const { waits, held } = keep(locationId);
    try {
      await held.heard;
      await waits.fresh();
      return waits.forecast();
    } catch (error) {
      if (error instanceof StoreUnreachable) return SAYS_NOTHING;
      throw error;
    }
  }

  return {
    of,
    async soon(locationId) {
      const ready = atHand(locationId);
      if (ready !== null) return ready;
      let cancel = (): void => {};
      const late = new Promise<WaitForecast>((resolve) => {
        cancel = clock.after(MAX_FORECAST_MS, () => resolve(SAYS_NOTHING));
      });
      try {
        return await Promise.race([of(locationId), late]);
      } finally {
        cancel();
      }
    },
    known: (locationId) => kept.get(locationId)?.waits.forecast() ?? SAYS_NOTHING,
    adopt(locationId, queues) {
      kept.get(locationId)?.waits.adopt(queues);
    },
    close() {
      stop();
      cancelTidy?.();
      for (const { held } of kept.values()) held.stop();
      kept.clear();
      pasts.close();
    },
  };
}

/**
 * Displayed wait in seconds; 0: unknown. The site's fixed estimate of a service is used for the next ticket only, while
 * nothing better is known.
 */
export function announcedWait(
  forecast: WaitForecast,
  service: Service,
  asked: Omit<WaitQuestion, 'serviceId'>,
): number {
  const wait = forecast.wait({ ...asked, serviceId: service.id });
  if (wait === null) return asked.before === 0 ? service.expected_wait : 0;
  // A visitor behind others is never called at once.
  return asked.before > 0 ? Math.max(1, wait) : wait;
}

/** Wait of a new visitor. */
export function nextWait(forecast: WaitForecast, service: Service): number {
  return announcedWait(forecast, service, { priority: false, before: forecast.before(service.id, false) });
}
