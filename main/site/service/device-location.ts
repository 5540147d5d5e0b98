import type { Device, Location } from '../contract/site.ts';
import type { Site } from '../rules/site-model.ts';

/** A device without a location stands where its services are, or at the only location there is. */
export function deviceLocation(site: Site, device: Device): Location | undefined {
  if (device.location !== '') return site.location(device.location);
  const first = site.service(device.services[0] ?? '');
  if (first !== undefined) return site.location(first.location);
  return site.locations.length === 1 ? site.locations[0] : undefined;
}

/** The languages that a kiosk offers: its own, else those of its location, else those of the site. */
export function deviceLanguages(site: Site, device: Device, location: Location | undefined): readonly string[] {
  const lists = [device.languages, location?.languages ?? [], site.settings.languages];
  return lists.find((list) => list.length > 0) ?? [];
}
