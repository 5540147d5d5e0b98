/** Locations and what is offered there: zones, opening hours, numbers, and what these things name. */

import type { SlicedWork } from '../../../lib/steps.ts';
import { isZone } from '../../../lib/zone.ts';
import type { Location } from '../../contract/site.ts';
import { followersIn } from '../inheritance/model-changes.ts';
import { scheduleFault } from '../opening-hours.ts';
import { ticketLayoutFaults } from '../ticket-layout-faults.ts';
import { repeated } from './repeated.ts';
import type { SiteCheck } from './site-check.ts';

export function* tellLocationFaults(check: SiteCheck): SlicedWork<void> {
  const { site, pathOf, tell } = check;
  for (const location of site.locations) {
    const path = pathOf('locations', location);
    const follows = location.follows === '' ? null : followsFault(location, check);
    if (follows !== null) tell(`${path}.follows: ${follows}`);
    if (!isZone(location.timezone)) tell(`${path}.timezone: "${location.timezone}" is not a time zone`);
    tellHoursFault(`${path}.schedule`, location.schedule, location.country, tell);
    for (const fault of ticketLayoutFaults(location.ticket_layout)) tell(`${path}.ticket_layout${fault}`);
    yield;
  }
}

/** Nobody follows who is followed: what a change does is seen at one glance. */
function followsFault({ id, follows }: Location, { whole, find, isUnread }: SiteCheck): string | null {
  if (follows === id) return 'a location does not follow itself';
  if (isUnread('locations', follows)) return null;
  const model = find('locations', follows) as Partial<Location> | undefined;
  if (model === undefined) return `there is no location "${follows}"`;
  if ((model.follows ?? '') !== '') return `"${follows}" follows another location itself: follow that one`;
  if (followersIn(whole.locations).has(id)) return 'others follow this location, so that it follows none';
  return null;
}

export function* tellServerServiceFaults({ site, pathOf, tell }: SiteCheck): SlicedWork<void> {
  for (const service of site.server_services) {
    tellHoursFault(`${pathOf('server_services', service)}.schedule`, service.schedule, '', tell);
    yield;
  }
}

export function* tellServiceFaults({ site, references, find, pathOf, tell }: SiteCheck): SlicedWork<void> {
  for (const service of site.services) {
    const path = pathOf('services', service);
    references.ofItem(path, 'services', service);
    // Of a location that cannot be trusted it may be anything.
    const { country = '' } = (find('locations', service.location) ?? {}) as { readonly country?: unknown };
    if (typeof country === 'string') {
      tellHoursFault(`${path}.schedule`, service.schedule, country, tell);
      yield;
      tellHoursFault(`${path}.app_schedule`, service.app_schedule, country, tell);
    }
    if (service.maxTicketNumber > 0 && service.first_ticket_number > service.maxTicketNumber) {
      tell(`${path}.first_ticket_number: is greater than maxTicketNumber`);
    }
    const codes = service.outcomes.map(({ code }) => code);
    for (const place of repeated(codes)) tell(`${path}.outcomes[${place}].code: is used twice`);
    yield;
  }
}

/** @param country whose holidays the hours may speak of; empty: of none */
function tellHoursFault(path: string, hours: string, country: string, tell: SiteCheck['tell']): void {
  const fault = scheduleFault(hours, country);
  if (fault !== null) tell(`${path}: ${fault}`);
}
