import type { Device, Location } from '../contract/site.ts';
import type { Site } from '../rules/site-model.ts';

/** Location of a device: its own, else that of its services, else the only one. */
export function deviceLocation(site: Site, device: Device): Location | undefined {
  if (device.location !== '') return site.location(device.location);
  const first = site.service(device.services[0] ?? '');
  if (first !== undefined) return site.location(first.location);
  return site.locations.length === 1 ? site.locations[0] : undefined;
}

/** Languages of a kiosk: its own, else its location's, else the site's. */
export function deviceLanguages(site: Site, device: Device, location: Location | undefined): readonly string[] {
  const lists = [device.languages, location?.languages ?? [], site.settings.languages];
  return lists.find((list) => list.length > 0) ?? [];
}
