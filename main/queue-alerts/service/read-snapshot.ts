/** Snapshot of a location's queues for its thresholds. */

import { smallest } from '../../lib/lists.ts';
import { dayKey } from '../../queue/rules/business-day.ts';
import { calendarOf, dayAfter } from '../../queue/rules/day/calendar.ts';
import type { DayCounts } from '../../queue/rules/day/day-counts.ts';
import type { Location } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Store } from '../../store/contract/store.ts';
import { idleSince, type StaffedDesk } from '../rules/idle-desks.ts';
import type { QueuePicture } from '../rules/limits.ts';

/** What was read, and good for a moment after that: what passes with time is reckoned from it. */
export interface LocationRead {
  /** The location as a whole for an empty id. */
  picture(serviceId: string, now: number): QueuePicture;
}

const NO_DAY: DayCounts = { over: 0, gone: 0, waits: 0, inTime: 0 };

export async function readLocation(location: Location, site: Site, store: Store, now: number): Promise<LocationRead> {
  const { id: locationId } = location;
  const calendar = calendarOf(await store.query('dayRules', { locationId }));
  const today = calendar.dayOf(now);
  const services = site.servicesOf(locationId).filter(({ qm_enabled }) => qm_enabled);
  // Whoever is on a break idles at no desk.
  const away = await store.query('desksAway', {
    locationId,
    day: dayKey(now, location.timezone, location.reset_time),
  });
  const desks = site.desksOf(locationId).filter(({ id, state }) => state === 1 && away[id] === undefined);
  const read = await store.report('limits', {
    locationId,
    from: calendar.begins(today),
    until: calendar.begins(dayAfter(today)),
    services: services.map(({ id }) => id),
    desks: desks.map(({ id }) => id),
    inTime: {
      location: location.limit_share_minutes,
      services: Object.fromEntries(services.map(({ id, limit_share_minutes }) => [id, limit_share_minutes])),
    },
    now,
  });
  const oldest = new Map(
    read.services
      .filter(({ waitedMs }) => waitedMs.count > 0)
      .map(({ serviceId, waitedMs }) => [serviceId, now - waitedMs.longest]),
  );
  /** Appointments that are to come do not wait yet. */
  const waiting = new Map(read.services.map(({ serviceId, waitedMs }) => [serviceId, waitedMs.count]));
  const serving = new Map(
    services.map(({ id }) => [id, new Set(site.desksServing(id).map((desk) => desk.id))] as const),
  );
  const atWork: readonly StaffedDesk[] = read.desks.map(({ deskId, endedAt }) => ({
    services: services.filter(({ id }) => serving.get(id)?.has(deskId) === true).map(({ id }) => id),
    freeSince: endedAt === null ? null : Math.max(endedAt, read.backAt[deskId] ?? 0),
  }));

  return {
    picture(serviceId, at) {
      const only = serviceId === '' ? services.map(({ id }) => id) : [serviceId];
      const since = only.flatMap((id) => oldest.get(id) ?? []);
      return {
        waiting: only.reduce((sum, id) => sum + (waiting.get(id) ?? 0), 0),
        oldestSince: since.length === 0 ? null : smallest(since),
        day: (serviceId === '' ? read.day.total : read.day.services[serviceId]) ?? NO_DAY,
        idleSince: idleSince(atWork, oldest, only, at),
      };
    },
  };
}
