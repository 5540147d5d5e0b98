import type { Device, Location } from '../contract/site.ts';
import type { Site } from '../rules/site-model.ts';

/** The languages that a kiosk offers: its own, else those of its location, else those of the site. */
export function deviceLanguages(site: Site, device: Device, location: Location | undefined): readonly string[] {
  const lists = [device.languages, location?.languages ?? [], site.settings.languages];
  return lists.find((list) => list.length > 0) ?? [];
}
