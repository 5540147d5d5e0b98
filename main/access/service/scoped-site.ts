/** Site reduced to the locations of its reader. */
import type { Device, ReportKey, SiteSetup, User } from '../../site/contract/site.ts';
import { itemsOf } from '../../site/rules/site-items.ts';
import { Site } from '../../site/rules/site-model.ts';
import { deviceLocation } from '../../site/service/device-location.ts';
import type { Caller } from './caller.ts';

/** The site as the caller sees it. The same object for the same caller; the whole site for a caller without limits. */
export function siteFor(caller: Caller, whole: Site): Site {
  switch (caller.kind) {
    case 'anyone':
      return whole;
    case 'user':
      return siteOfUser(caller.user, whole);
    case 'report_key': {
      const { reportKey } = caller;
      return reportKey.locations.length === 0 ? whole : cut(whole, reportKey, reportKey.locations);
    }
    case 'device': {
      const location = deviceLocation(whole, caller.device);
      return cut(whole, caller.device, location === undefined ? [] : [location.id]);
    }
  }
}

/** The site as a user sees it, without a request of that user. */
export function siteOfUser(user: User, whole: Site): Site {
  return user.locations.length === 0 ? whole : cut(whole, user, user.locations);
}

interface Cuts {
  readonly byOwner: WeakMap<User | Device | ReportKey, Site>;
  readonly byLocations: Map<string, Site>;
}

const cuts = new WeakMap<Site, Cuts>();

function cut(whole: Site, owner: User | Device | ReportKey, locations: readonly string[]): Site {
  let known = cuts.get(whole);
  if (known === undefined) {
    known = { byOwner: new WeakMap(), byLocations: new Map() };
    cuts.set(whole, known);
  }
  let site = known.byOwner.get(owner);
  if (site !== undefined) return site;
  const key = JSON.stringify([...new Set(locations)].sort());
  site = known.byLocations.get(key) ?? new Site(cutFile(whole.file, new Set(locations)), undefined, whole.overrides);
  known.byLocations.set(key, site);
  known.byOwner.set(owner, site);
  return site;
}

/** Entries without a location, such as users and groups, belong to all locations. */
function cutFile(file: SiteSetup, locations: ReadonlySet<string>): SiteSetup {
  const here = new Set(['', ...locations]);
  return {
    ...file,
    locations: [...itemsOf('locations', file.locations).among(locations)],
    service_groups: [...itemsOf('service_groups', file.service_groups).among(here)],
    services: [...itemsOf('services', file.services).among(here)],
    desks: [...itemsOf('desks', file.desks).among(here)],
    users: [...itemsOf('users', file.users).among(here)],
    devices: [...itemsOf('devices', file.devices).among(here)],
    webhooks: file.webhooks.filter((webhook) => webhook.locations.some((id) => locations.has(id))),
    report_keys: [],
  };
}
