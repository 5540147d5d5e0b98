/**
 * Erases what is due: answers whose days are over, names and notes of tickets older than their location's `t_delete` days,
 * and names and codes of appointments that were booked for a day longer ago than that.
 */
import { formatWallTime } from '../core/zone.ts';
import { type ErasingClock, type ErasingClockDeps, inSlices, SLICE_ROWS, startErasingClock } from './erasing-clock.ts';
import type { SiteHolder } from './site/site-holder.ts';

const DAY_MS = 86_400_000;

export function startAnonymiseClock(deps: ErasingClockDeps & { readonly site: SiteHolder }): ErasingClock {
  const { store, site, clock, log } = deps;

  function due(now: number) {
    const locations = site
      .current()
      .locations.filter(({ t_delete }) => t_delete > 0)
      .map(({ id, timezone, t_delete }) => ({ locationId: id, timezone, before: now - t_delete * DAY_MS }));
    return {
      tickets: locations.map(({ locationId, before }) => ({ locationId, issuedBefore: before })),
      appointments: locations.map(({ locationId, timezone, before }) => ({
        locationId,
        bookedBefore: formatWallTime(before, timezone).slice(0, 10),
      })),
    };
  }

  function eraseDue(isMine: () => boolean): Promise<void> {
    const slice = () => {
      const now = clock.now();
      return store.run('anonymise', { limit: SLICE_ROWS, ...due(now) }, { now });
    };
    const nothing = { answers: 0, tickets: 0, appointments: 0 };
    return inSlices(nothing, isMine, slice, (erased) => log.info('personal-data.erased', erased));
  }

  return startErasingClock('personal-data.failed', eraseDue, deps);
}
