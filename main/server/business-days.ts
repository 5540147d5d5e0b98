/** Begins the business day of each location once it has come. Several may do this over one store: a day begins once. */
import { type Clock, type Log, silentLog } from '../context.ts';
import { dayKey, nextReset } from '../core/business-day.ts';
import type { Site } from '../core/site-model.ts';
import type { Store } from '../store/store.ts';
import type { SiteHolder } from './site/site-holder.ts';

export interface BusinessDaysDeps {
  readonly store: Store;
  readonly site: SiteHolder;
  readonly clock: Clock;
  readonly log: Log;
}

export interface BusinessDays {
  /** Begins what has come; null when every day has begun. Rejects when the store cannot do it for a location. */
  begin(): Promise<void> | null;
  /** When the next day begins somewhere: epoch milliseconds. */
  nextAt(): number;
}

interface Due {
  readonly locationId: string;
  readonly day: string;
}

export function createBusinessDays({ store, site, clock, log }: BusinessDaysDeps): BusinessDays {
  const begun = new Map<string, string>();
  /** For how long nothing is due with this site, so that a question costs no look at each location. */
  let quiet: { readonly site: Site; readonly from: number; readonly until: number } | null = null;
  let working: Promise<void> | null = null;

  function isQuiet(now: number): boolean {
    return quiet !== null && quiet.site === site.current() && now >= quiet.from && now < quiet.until;
  }

  function nextAt(): number {
    const now = clock.now();
    const resets = site.current().locations.map(({ timezone, reset_time }) => nextReset(now, timezone, reset_time));
    return Math.min(Number.POSITIVE_INFINITY, ...resets);
  }

  function due(now: number): readonly Due[] {
    return site
      .current()
      .locations.map(({ id, timezone, reset_time }) => ({
        locationId: id,
        day: dayKey(now, timezone, reset_time),
      }))
      .filter(({ locationId, day }) => begun.get(locationId) !== day);
  }

  async function beginOne({ locationId, day }: Due, now: number): Promise<void> {
    try {
      const done = await store.run('startDay', { locationId, day }, { now });
      begun.set(locationId, day);
      if (done.ok) log.info('day.started', { location: locationId, day, ended: done.value.ended });
      else log.warn('day.refused', { location: locationId, day, errno: done.error.errno });
    } catch (error) {
      log.warn('day.failed', { location: locationId, day, detail: String(error) });
      throw error;
    }
  }

  /** All that can begin does, before what could not is told. A day may end while another one begins. */
  async function beginAll(first: readonly Due[]): Promise<void> {
    for (let days = first; days.length > 0; days = due(clock.now())) {
      const now = clock.now();
      const ends = await Promise.allSettled(days.map((day) => beginOne(day, now)));
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    }
  }

  return {
    nextAt,
    begin() {
      if (working !== null) return working;
      const now = clock.now();
      if (isQuiet(now)) return null;
      const days = due(now);
      if (days.length === 0) {
        quiet = { site: site.current(), from: now, until: nextAt() };
        return null;
      }
      working = beginAll(days).finally(() => {
        working = null;
      });
      return working;
    },
  };
}

/**
 * The same store, which answers nothing and changes nothing before the days have begun: so nobody is shown the queue of
 * an earlier day, or sent into it, also when the day clock has not been there since a long sleep.
 */
export function inOpenDays(deps: Omit<BusinessDaysDeps, 'log'>): Store {
  const { store } = deps;
  const days = createBusinessDays({ ...deps, log: silentLog });
  const afterwards = <T>(work: () => Promise<T>): Promise<T> => days.begin()?.then(work) ?? work();
  return {
    ...store,
    run: (operation, input, options) => afterwards(() => store.run(operation, input, options)),
    query: (query, input, asking) => afterwards(() => store.query(query, input, asking)),
    report: (report, input, asking) => afterwards(() => store.report(report, input, asking)),
  };
}
