/**
 * Start of due business days at all locations.
 *
 * Several servers can do this over one store: a day begins once.
 */
import { type ClockAndLog, silentLog } from '../../lib/context.ts';
import type { Location } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import type { Store } from '../../store/contract/store.ts';
import { dayKey, nextReset } from '../rules/business-day.ts';

export interface BusinessDaysDeps extends ClockAndLog {
  readonly store: Store;
  readonly site: SiteHolder;
}

export interface BusinessDays {
  /**
   * Begins all due days. The promise settles when the day of that location has begun, or of all locations if none is
   * given; null if no day is due. Rejects on a store failure.
   *
   * @param signal aborted: no further day begins.
   */
  begin(locationId?: string, signal?: AbortSignal): Promise<void> | null;
  /** When the next day of any location begins: epoch milliseconds. */
  nextAt(): number;
}

interface Due {
  readonly locationId: string;
  readonly day: string;
}

/** Concurrent day starts: limits the load when thousands of days begin together. */
const AT_ONCE = 16;

export function createBusinessDays({ store, site, clock, log }: BusinessDaysDeps): BusinessDays {
  const begun = new Map<string, string>();
  /** Period without due days for this site: avoids a check of every location per request. */
  let quiet: { readonly site: Site; readonly from: number; readonly until: number } | null = null;
  let working: Promise<void> | null = null;
  /** Days that are due but not begun; each entry starts its day once. */
  const pending = new Map<string, () => Promise<void>>();

  function isQuiet(now: number): boolean {
    return quiet !== null && quiet.site === site.current() && now >= quiet.from && now < quiet.until;
  }

  function nextAt(): number {
    const now = clock.now();
    const resetOf = byClock((timezone, resetTime) => nextReset(now, timezone, resetTime));
    return site
      .current()
      .locations.reduce((next, location) => Math.min(next, resetOf(location)), Number.POSITIVE_INFINITY);
  }

  function dayOf({ id, timezone, reset_time }: Location, now: number): Due {
    return { locationId: id, day: dayKey(now, timezone, reset_time) };
  }

  const isDue = ({ locationId, day }: Due): boolean => begun.get(locationId) !== day;

  function due(now: number): readonly Due[] {
    const dayAt = byClock((timezone, resetTime) => dayKey(now, timezone, resetTime));
    return site
      .current()
      .locations.map((location) => ({ locationId: location.id, day: dayAt(location) }))
      .filter(isDue);
  }

  async function beginOne({ locationId, day }: Due, now: number): Promise<void> {
    try {
      const done = await store.run('startDay', { locationId, day }, { now });
      begun.set(locationId, day);
      if (done.ok) log.info('business-day.started', { location: locationId, day, ended: done.value.ended });
      else log.warn('business-day.rejected', { location: locationId, day, errno: done.error.errno });
    } catch (error) {
      log.warn('business-day.failed', { location: locationId, day, error: String(error) });
      throw error;
    }
  }

  /** Adds a due day; the first caller of the result begins it. */
  function noteDue(due: Due, now: number): () => Promise<void> {
    const known = pending.get(due.locationId);
    if (known !== undefined) return known;
    let begins: Promise<void> | null = null;
    const start = (): Promise<void> => {
      begins ??= beginOne(due, now).then(() => void pending.delete(due.locationId));
      return begins;
    };
    pending.set(due.locationId, start);
    return start;
  }

  /** Begins all possible days before it throws an error. Further days can become due meanwhile. */
  async function beginAll(first: readonly Due[], signal: AbortSignal | undefined): Promise<void> {
    for (let days = first; days.length > 0 && signal?.aborted !== true; days = due(clock.now())) {
      const now = clock.now();
      const starts = days.map((day) => noteDue(day, now)).values();
      const failures: unknown[] = [];
      const beginSome = async (): Promise<void> => {
        for (const start of starts) {
          if (signal?.aborted === true) return;
          await start().catch((error: unknown) => failures.push(error));
        }
      };
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, days.length) }, beginSome));
      pending.clear();
      if (failures.length > 0) throw failures[0];
    }
  }

  /** Null if no day is due. */
  function beginWhatHasCome(now: number, signal: AbortSignal | undefined): Promise<void> | null {
    if (working !== null) return working;
    if (isQuiet(now)) return null;
    const days = due(now);
    if (days.length === 0) {
      quiet = { site: site.current(), from: now, until: nextAt() };
      return null;
    }
    working = beginAll(days, signal).finally(() => {
      working = null;
    });
    // Handles the rejection for callers that wait for one location only.
    working.catch(() => {});
    return working;
  }

  return {
    nextAt,
    begin(locationId, signal) {
      const now = clock.now();
      const all = beginWhatHasCome(now, signal);
      if (all === null || locationId === undefined) return all;
      const location = site.current().location(locationId);
      if (location === undefined) return null;
      const day = dayOf(location, now);
      return isDue(day) ? noteDue(day, now)() : null;
    },
  };
}

/** Caches values that depend only on time zone and reset time. */
function byClock<Value>(reckon: (timezone: string, resetTime: string) => Value): (location: Location) => Value {
  const known = new Map<string, Value>();
  return ({ timezone, reset_time: resetTime }) => {
    const clock = `${resetTime} ${timezone}`;
    let value = known.get(clock);
    if (value === undefined) {
      value = reckon(timezone, resetTime);
      known.set(clock, value);
    }
    return value;
  };
}

/**
 * Store wrapper that begins a due day before each query or operation. So no request sees the queue of an earlier day,
 * even when the scheduler was late, such as after a suspend. A request without a location waits for the days of all
 * locations.
 */
export function inOpenDays(deps: Omit<BusinessDaysDeps, 'log'>): Store {
  const { store } = deps;
  const days = createBusinessDays({ ...deps, log: silentLog });
  const afterwards = <T>(input: object, work: () => Promise<T>): Promise<T> => {
    const locationId = 'locationId' in input && typeof input.locationId === 'string' ? input.locationId : undefined;
    return days.begin(locationId)?.then(work) ?? work();
  };
  return {
    ...store,
    run: (operation, input, options) => afterwards(input, () => store.run(operation, input, options)),
    query: (query, input, asking) => afterwards(input, () => store.query(query, input, asking)),
    report: (report, input, asking) => afterwards(input, () => store.report(report, input, asking)),
  };
}
