/** The site as somebody sees it who may not see all locations. */
import type { Device, ReportKey, SiteSetup, User } from '../../contract/site.ts';
import { Site } from '../../core/site-model.ts';
import { deviceLocation } from '../site/device-location.ts';
import type { Caller } from './caller.ts';

/** The whole site itself for whoever may see everything. Asked again for the same caller, it is the same object. */
export function siteFor(caller: Caller, whole: Site): Site {
  switch (caller.kind) {
    case 'anyone':
      return whole;
    case 'user':
      return caller.user.locations.length === 0 ? whole : cut(whole, caller.user, caller.user.locations);
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
  site = known.byLocations.get(key) ?? new Site(cutFile(whole.file, new Set(locations)));
  known.byLocations.set(key, site);
  known.byOwner.set(owner, site);
  return site;
}

/** Things of no location belong to all of them: users and groups, for example. */
function cutFile(file: SiteSetup, locations: ReadonlySet<string>): SiteSetup {
  const here = ({ location }: { readonly location: string }): boolean => location === '' || locations.has(location);
  return {
    ...file,
    locations: file.locations.filter(({ id }) => locations.has(id)),
    service_groups: file.service_groups.filter(here),
    services: file.services.filter(here),
    desks: file.desks.filter(here),
    users: file.users.filter((user) => user.locations.length === 0 || user.locations.some((id) => locations.has(id))),
    devices: file.devices.filter(here),
    webhooks: file.webhooks.filter((webhook) => webhook.locations.some((id) => locations.has(id))),
    report_keys: [],
  };
}
