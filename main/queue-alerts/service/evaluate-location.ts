/**
 * Evaluation of one location's thresholds, and of the alerts to write.
 */

import { smallest } from '../../lib/lists.ts';
import { dayKey } from '../../queue/rules/business-day.ts';
import { calendarOf, dayAfter } from '../../queue/rules/day/calendar.ts';
import type { DayCounts } from '../../queue/rules/day/day-counts.ts';
import type { Location } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Store } from '../../store/contract/store.ts';
import type { LimitAlarm, LimitKind } from '../contract/limits.ts';
import type { NotifiedAlerts, StandingLimit } from '../rules/alarm-changes.ts';
import {
  type BrokenLimit,
  brokenLimits,
  hasLimits,
  idleSince,
  type QueuePicture,
  type StaffedDesk,
} from '../rules/limits.ts';

/** Interval for writing the worst value while an alert is open. */
const WORST_EVERY_MS = 300_000;

/** Maximum age of read data: appointments become due without an event. */
const READ_AFTER_MS = 120_000;

export interface LocationJudge {
  /** An event occurred: read data is outdated. */
  touch(): void;
  /**
   * The state to write; null if it is already stored. Without `location`, nothing is open: it was deleted, is closed or
   * has no thresholds.
   */
  look(location: Location | null, now: number): Promise<NotifiedAlerts | null>;
  written(standing: readonly StandingLimit[], now: number): void;
  /** Whether alerts are open, or about to begin or end. */
  isBusy(): boolean;
}

interface JudgeDeps {
  readonly store: Store;
  readonly site: () => Site;
  /** Stored open alerts. */
  readonly open: readonly LimitAlarm[];
}

const keyOf = ({ serviceId, kind }: { readonly serviceId: string; readonly kind: LimitKind }): string =>
  `${kind} ${serviceId}`;

/** Read state, valid for a short time: elapsed times are computed from it. */
interface LocationRead {
  /** State of a service; of the whole location for an empty id. */
  picture(serviceId: string, now: number): QueuePicture;
}

const NO_DAY: DayCounts = { over: 0, gone: 0, waits: 0, inTime: 0 };

export async function readLocation(location: Location, site: Site, store: Store, now: number): Promise<LocationRead> {
  const { id: locationId } = location;
  const calendar = calendarOf(await store.query('dayRules', { locationId }));
  const today = calendar.dayOf(now);
  const services = site.servicesOf(locationId).filter(({ qm_enabled }) => qm_enabled);
  // A desk on a break is not idle.
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
  /** Appointments that are not due do not count as waiting. */
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

export function createLocationJudge({ store, site, open }: JudgeDeps): LocationJudge {
  let broken: ReadonlyMap<string, readonly BrokenLimit[]> = new Map(
    [...Map.groupBy(open, ({ serviceId }) => serviceId)].map(([serviceId, alarms]) => [
      serviceId,
      alarms.map(({ kind, bound, worst, since }) => ({ kind, bound, worst, since, isRaised: true, keptSince: null })),
    ]),
  );
  let writtenNow = new Map<string, number>(open.map((alarm) => [keyOf(alarm), alarm.worst]));
  /** Open alerts, and ended ones that are not stored yet, with their last values. */
  let told = new Map<string, StandingLimit>();
  let writtenAt = 0;
  let read: { readonly at: number; readonly what: LocationRead } | null = null;

  async function judge(location: Location, now: number): Promise<void> {
    if (read === null || now - read.at >= READ_AFTER_MS || now < read.at) {
      const at = now;
      // Events during the read make it outdated again.
      const what = readLocation(location, site(), store, now);
      read = { at, what: await what };
    }
    const { what } = read;
    const places = [
      { serviceId: '', limits: location },
      ...site()
        .servicesOf(location.id)
        .filter((service) => service.state === 1 && service.qm_enabled && hasLimits(service))
        .map((service) => ({ serviceId: service.id, limits: service })),
    ];
    broken = new Map(
      places.map(({ serviceId, limits }) => [
        serviceId,
        brokenLimits(limits, what.picture(serviceId, now), broken.get(serviceId) ?? [], now),
      ]),
    );
  }

  return {
    touch() {
      read = null;
    },
    async look(location, now) {
      if (location === null) {
        broken = new Map();
        read = null;
      } else await judge(location, now);
      const standing = [...broken].flatMap(([serviceId, list]) =>
        list
          .filter(({ isRaised }) => isRaised)
          .map(({ kind, bound, worst, since }) => ({ serviceId, kind, bound, worst, since })),
      );
      const stands = new Map(standing.map((each) => [keyOf(each), each]));
      const ended = [...told].flatMap(([key, each]) => (stands.has(key) ? [] : each));
      told = new Map([...told, ...stands]);
      const isOther = standing.length !== writtenNow.size || standing.some((each) => !writtenNow.has(keyOf(each)));
      const isWorse = standing.some((each) => writtenNow.get(keyOf(each)) !== each.worst);
      return isOther || (isWorse && now - writtenAt >= WORST_EVERY_MS) ? { standing, ended } : null;
    },
    written(standing, now) {
      writtenNow = new Map(standing.map((each) => [keyOf(each), each.worst]));
      told = new Map(standing.map((each) => [keyOf(each), each]));
      writtenAt = now;
    },
    isBusy: () => writtenNow.size > 0 || [...broken.values()].some((list) => list.length > 0),
  };
}
