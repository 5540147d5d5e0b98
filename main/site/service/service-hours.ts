/** Open state of a service, by its switches and hours. */

import { smallest } from '../../lib/lists.ts';
import type { Location, Service } from '../contract/site.ts';
import { isOpen, nextChange, opensAt, type Schedule } from '../rules/opening-hours.ts';
import type { Site } from '../rules/site-model.ts';

/** False if switched off manually, or not part of the queue. */
export function isSwitchedOn(service: Service, location: Location): boolean {
  return service.state === 1 && location.state === 1 && service.qm_enabled;
}

export function isServiceOpen(site: Site, service: Service, now: number): boolean {
  const location = site.location(service.location);
  if (location === undefined || !isSwitchedOn(service, location)) return false;
  return schedules(service, location).every((schedule) => isOpen(schedule, now));
}

/** ISO instant at which a closed service opens; empty if it is open, switched off, or will not open. */
export function serviceOpensAt(site: Site, service: Service, now: number): string {
  const location = site.location(service.location);
  if (location === undefined || !isSwitchedOn(service, location)) return '';
  const at = opensAt(schedules(service, location), now);
  return at === null || at <= now ? '' : new Date(at).toISOString();
}

/** Next instant at which its hours, or its location's, open or close; null if there is none. */
export function nextHoursChange(site: Site, service: Service, now: number): number | null {
  const location = site.location(service.location);
  if (location === undefined || !isSwitchedOn(service, location)) return null;
  const changes = schedules(service, location).map((schedule) => nextChange(schedule, now) ?? Number.POSITIVE_INFINITY);
  const next = smallest(changes);
  return Number.isFinite(next) ? next : null;
}

function schedules(service: Service, location: Location): readonly Schedule[] {
  const { timezone: zone, country } = location;
  return [location.schedule, service.schedule].map((text) => ({ text, zone, country }));
}

/** A service with its location. */
export interface ServiceHere {
  readonly service: Service;
  readonly location: Location;
}
