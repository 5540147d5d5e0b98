/**
 * Cache of past weeks for each location.
 *
 * Read once a day, one location after the other, in the background.
 */
import type { Clock, Log } from '../../lib/context.ts';
import { businessDay } from '../../queue/rules/business-day.ts';
import { calendarOf, daysBefore } from '../../queue/rules/day/calendar.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Store } from '../../store/contract/store.ts';
import { type Past, pastBegins } from '../rules/historical-rate.ts';

export interface Pasts {
  /** Null while it is not known; then it is read. */
  of(locationId: string): Past | null;
  forget(locationId: string): void;
  close(): void;
}

interface PastsDeps {
  readonly store: Store;
  readonly site: () => Site;
  readonly clock: Clock;
  readonly log: Log;
}

interface Known {
  readonly day: string;
  /** Null until it is read. */
  readonly past: Past | null;
  readonly retryAt: number;
}

const RETRY_MS = 60_000;

export function createPasts({ store, site, clock, log }: PastsDeps): Pasts {
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
        rules: { from, to: daysBefore(day, 1), dayRules, services: [], desks: [], users: [] },
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
