/**
 * Background job that erases personal data after its retention period.
 *
 * It covers form answers, names and notes of tickets after their location's `t_delete` days, and names and codes of
 * appointments that many days after their date.
 */

import {
  type ErasingClock,
  type ErasingClockDeps,
  inSlices,
  SLICE_ROWS,
  startErasingClock,
} from '../../lib/jobs/sliced-job.ts';
import { ok } from '../../lib/result.ts';
import { formatWallTime } from '../../lib/zone.ts';
import type { Location } from '../../site/contract/site.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';

const DAY_MS = 86_400_000;
/** Locations checked per slice; each is checked once per hour. */
export const SLICE_LOCATIONS = 200;

export function startAnonymiseClock(deps: ErasingClockDeps & { readonly site: SiteHolder }): ErasingClock {
  const { store, site, clock, log } = deps;

  function dueAt(locations: readonly Location[], now: number) {
    const before = locations.map(({ id, timezone, t_delete }) => ({
      locationId: id,
      timezone,
      issuedBefore: now - t_delete * DAY_MS,
    }));
    return {
      tickets: before.map(({ locationId, issuedBefore }) => ({ locationId, issuedBefore })),
      appointments: before.map(({ locationId, timezone, issuedBefore }) => ({
        locationId,
        bookedBefore: formatWallTime(issuedBefore, timezone).slice(0, 10),
      })),
    };
  }

  function eraseDue(isMine: () => boolean): Promise<void> {
    let left = site.current().locations.filter(({ t_delete }) => t_delete > 0);
    const slice = async () => {
      const now = clock.now();
      const done = await store.run(
        'anonymise',
        { limit: SLICE_ROWS, ...dueAt(left.slice(0, SLICE_LOCATIONS), now) },
        { now },
      );
      if (!done.ok || done.value.more) return done;
      left = left.slice(SLICE_LOCATIONS);
      return ok({ ...done.value, more: left.length > 0 });
    };
    const nothing = { answers: 0, tickets: 0, appointments: 0 };
    return inSlices(nothing, isMine, slice, (erased) => log.info('privacy.data-erased', erased));
  }

  return startErasingClock('privacy.erasure-failed', eraseDue, deps);
}
