/** In which hours of a day anybody can come to a location: by its own hours, its closed days, and those of its services. */
import type { Calendar } from '../../queue/rules/day/calendar.ts';
import { dayAfter } from '../../queue/rules/day/calendar.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { isServiceOpen } from '../../site/service/service-hours.ts';

/** Finer than hours of people are written. */
const STEP_MS = 15 * 60_000;

/** Of 24 hours of its clock; all of them for a place without services, of which nothing is known. */
export function openHours(site: Site, locationId: string, calendar: Calendar, day: string): readonly boolean[] {
  const services = site.servicesOf(locationId);
  if (services.length === 0) return Array.from({ length: 24 }, () => true);
  const open = Array.from({ length: 24 }, () => false);
  const end = calendar.begins(dayAfter(day));
  for (let at = calendar.begins(day); at < end; at += STEP_MS) {
    const { hour } = calendar.place(at);
    open[hour] ||= services.some((service) => isServiceOpen(site, service, at));
  }
  return open;
}
