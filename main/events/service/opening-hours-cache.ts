/** Whether services are open, found once for as long as it holds: schedules are slow to ask. */
import type { Service } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { isServiceOpen, nextHoursChange, serviceOpensAt } from '../../site/service/service-hours.ts';

export interface Hours {
  readonly open: boolean;
  /** ISO instant; empty when it is open or nobody knows. */
  readonly opensAt: string;
}

interface Known extends Hours {
  readonly from: number;
  readonly until: number;
}

export interface OpeningHoursCache {
  of(service: Service, now: number): Hours;
}

/** Of one site: a changed one has a book of its own. */
export function openingHoursCache(site: Site): OpeningHoursCache {
  const known = new Map<Service, Known>();
  return {
    of(service, now) {
      const found = known.get(service);
      if (found !== undefined && now >= found.from && now < found.until) return found;
      const hours = {
        open: isServiceOpen(site, service, now),
        opensAt: serviceOpensAt(site, service, now),
        from: now,
        until: nextHoursChange(site, service, now) ?? Number.POSITIVE_INFINITY,
      };
      known.set(service, hours);
      return hours;
    },
  };
}
