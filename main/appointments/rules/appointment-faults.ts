/**
 * Validation of appointments beyond their schema.
 *
 * What it names, and that its time comes.
 */

import { isZone, parseWallTime } from '../../lib/zone.ts';
import type { Appointment } from '../../site/contract/site.ts';
import type { References } from '../../site/rules/reference-faults.ts';

/** What is around an appointment. */
export interface Around {
  readonly references: References;
  /** Where a service is; empty when nobody knows. */
  homeOf(serviceId: string): string;
  zoneOf(locationId: string): string | undefined;
}

/** @param field gives the path of a field, as the faults name it. */
export function tellAppointmentFaults(
  appointment: Appointment,
  { references, homeOf, zoneOf }: Around,
  field: (name: keyof Appointment) => string,
  tell: (fault: string) => void,
): void {
  const { service, location, user, desk, scheduled_to, birthday } = appointment;
  references.needs(field('service'), 'services', service);
  const home = homeOf(service);
  const isPlace = references.exists(field('location'), 'locations', location);
  if (isPlace && home !== '' && location !== '' && location !== home) {
    tell(`${field('location')}: service "${service}" is at another location`);
  }
  references.exists(field('user'), 'users', user);
  if (references.exists(field('desk'), 'desks', desk) && desk !== '' && home !== '') {
    if (references.isElsewhere('desks', desk, home)) tell(`${field('desk')}: desk "${desk}" is at another location`);
  }
  const zone = zoneOf(home);
  if (zone !== undefined && isZone(zone) && parseWallTime(scheduled_to, zone) === null) {
    tell(`${field('scheduled_to')}: the clocks of ${zone} never show this time`);
  }
  if (birthday !== '' && parseWallTime(`${birthday} 00:00:00`, 'UTC') === null) {
    tell(`${field('birthday')}: no calendar has this day`);
  }
}
