/**
 * Validation of a site beyond its schema.
 *
 * That references point somewhere, zones exist and opening hours can be read.
 */

import { tellAppointmentFaults } from '../../appointments/rules/appointment-faults.ts';
import type { SlicedWork } from '../../lib/steps.ts';
import { COLLECTIONS, type Location, type Service, type SiteFile, type SiteSetup } from '../contract/site.ts';
import { ALL_SOUND } from './invalid-parts.ts';
import { tellConnectionFaults } from './validation/connection-faults.ts';
import { tellDeviceFaults } from './validation/device-faults.ts';
import { tellLocationFaults, tellServerServiceFaults, tellServiceFaults } from './validation/place-faults.ts';
import { tellQuestionFaults } from './validation/question-faults.ts';
import { tellSettingFaults } from './validation/setting-faults.ts';
import { type SiteCheck, siteCheck } from './validation/site-check.ts';

/**
 * Every fault of a site. A thing that stands in `file` is named by its place there (`services[3]`), one that was known
 * before by its id (`services(passports)`).
 *
 * @param before the site that was good, of which this one was made; what cannot have become worse is not looked at
 * @param unsound what is passed over, and may be whatever others expect of it
 */
export function* siteFaults(
  whole: SiteFile,
  file: SiteFile,
  before?: SiteSetup,
  unsound = ALL_SOUND,
): SlicedWork<readonly string[]> {
  const faults: string[] = [];
  const check = yield* siteCheck(whole, file, before, unsound, (fault) => faults.push(fault));
  tellSettingFaults(check);
  yield* tellIdsUsedTwice(check);
  yield* tellLocationFaults(check);
  yield* tellReferences('service_groups', check);
  yield* tellServerServiceFaults(check);
  yield* tellServiceFaults(check);
  yield* tellReferences('desks', check);
  yield* tellUserFaults(check);
  yield* tellDeviceFaults(check);
  yield* tellQuestionFaults(check);
  yield* tellBookingFaults(check);
  yield* tellConnectionFaults(check);
  return faults;
}

function* tellIdsUsedTwice({ withUnsound, pathOf, isTaken, tell }: SiteCheck): SlicedWork<void> {
  for (const name of COLLECTIONS) {
    const seen = new Set<unknown>();
    for (const item of withUnsound[name] as readonly { readonly id?: unknown }[]) {
      const { id } = item;
      if (typeof id === 'string' && (seen.has(id) || isTaken(name, 'byId', id, item))) {
        tell(`${pathOf(name, item)}.id: "${id}" is used twice`);
      }
      seen.add(id);
      yield;
    }
  }
}

/** Of things of which there is nothing else to be said. */
function* tellReferences(name: 'service_groups' | 'desks', { site, references, pathOf }: SiteCheck): SlicedWork<void> {
  for (const item of site[name]) {
    references.ofItem(pathOf(name, item), name, item);
    yield;
  }
}

function* tellUserFaults({ site, references, pathOf, isTaken, tell }: SiteCheck): SlicedWork<void> {
  const usernames = new Set<string>();
  for (const user of site.users) {
    const path = pathOf('users', user);
    references.ofItem(path, 'users', user);
    if (usernames.has(user.username) || isTaken('users', 'byKey', user.username, user)) {
      tell(`${path}.username: "${user.username}" is used twice`);
    }
    usernames.add(user.username);
    yield;
  }
}

function* tellBookingFaults({ site, unsound, references, find, pathOf, tell }: SiteCheck): SlicedWork<void> {
  const sound = (name: 'services' | 'locations', id: string): Partial<Service & Location> => {
    const item = find(name, id);
    return item === undefined || unsound.items.has(item) ? {} : (item as Partial<Service & Location>);
  };
  const around = {
    references,
    homeOf: (id: string) => sound('services', id).location ?? '',
    zoneOf: (id: string) => sound('locations', id).timezone,
  };
  for (const appointment of site.appointments) {
    const path = pathOf('appointments', appointment);
    tellAppointmentFaults(appointment, around, (field) => `${path}.${field}`, tell);
    yield;
  }
}
