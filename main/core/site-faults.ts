/** What a schema cannot say of a site: that references point somewhere, zones exist and opening hours can be read. */
import { COLLECTIONS, type SiteFile } from '../contract/site.ts';
import { tellAppointmentFaults } from './appointment-faults.ts';
import { tellConnectionFaults } from './site-faults/connection-faults.ts';
import { tellDeviceFaults } from './site-faults/device-faults.ts';
import { tellLocationFaults, tellServerServiceFaults, tellServiceFaults } from './site-faults/place-faults.ts';
import { tellQuestionFaults } from './site-faults/question-faults.ts';
import { tellSettingFaults } from './site-faults/setting-faults.ts';
import { type SiteCheck, siteCheck } from './site-faults/site-check.ts';
import { ALL_SOUND } from './unsound-parts.ts';

/**
 * Every fault of a site. A thing that stands in `file` is named by its place there (`services[3]`), one that was known
 * before by its id (`services(passports)`).
 *
 * @param unsound what is passed over, and may be whatever others expect of it
 */
export function siteFaults(whole: SiteFile, file: SiteFile, unsound = ALL_SOUND): readonly string[] {
  const faults: string[] = [];
  const check = siteCheck(whole, file, unsound, (fault) => faults.push(fault));
  tellSettingFaults(check);
  tellIdsUsedTwice(file, check.tell);
  tellLocationFaults(check);
  tellReferences('service_groups', check);
  tellServerServiceFaults(check);
  tellServiceFaults(check);
  tellReferences('desks', check);
  tellUserFaults(check);
  tellDeviceFaults(check);
  tellQuestionFaults(check);
  tellBookingFaults(check);
  tellConnectionFaults(check);
  return faults;
}

function tellIdsUsedTwice(file: SiteFile, tell: SiteCheck['tell']): void {
  for (const name of COLLECTIONS) {
    const seen = new Set<unknown>();
    file[name].forEach(({ id }: { readonly id?: unknown }, place) => {
      if (typeof id === 'string' && seen.has(id)) tell(`${name}[${place}].id: "${id}" is used twice`);
      seen.add(id);
    });
  }
}

/** Of things of which there is nothing else to be said. */
function tellReferences(name: 'service_groups' | 'desks', { site, references, pathOf }: SiteCheck): void {
  for (const item of site[name]) references.ofItem(pathOf(name, item), name, item);
}

function tellUserFaults({ site, references, pathOf, tell }: SiteCheck): void {
  const usernames = new Set<string>();
  for (const user of site.users) {
    const path = pathOf('users', user);
    references.ofItem(path, 'users', user);
    if (usernames.has(user.username)) tell(`${path}.username: "${user.username}" is used twice`);
    usernames.add(user.username);
  }
}

function tellBookingFaults({ site, references, pathOf, tell }: SiteCheck): void {
  const homes = new Map(site.services.map(({ id, location }) => [id, location]));
  const zones = new Map(site.locations.map(({ id, timezone }) => [id, timezone]));
  const around = { references, homeOf: (id: string) => homes.get(id) ?? '', zoneOf: (id: string) => zones.get(id) };
  for (const appointment of site.appointments) {
    const path = pathOf('appointments', appointment);
    tellAppointmentFaults(appointment, around, (field) => `${path}.${field}`, tell);
  }
}
