import { createHash } from 'node:crypto';
import type { Site } from '../../core/site-model.ts';

/** What of a site matters to who looks at this location, as a hash; bookings are none of it. The same: the same to them. */
export function essenceOf({ file, settings }: Site, locationId: string): string {
  const here = ({ location }: { readonly location: string }): boolean => location === '' || location === locationId;
  const text = JSON.stringify([
    settings,
    file.locations.find(({ id }) => id === locationId),
    file.service_groups.filter(here),
    file.services.filter(here),
    file.desks.filter(here),
    file.users,
    file.devices.filter(here),
    file.forms,
  ]);
  return createHash('sha256').update(text).digest('base64url');
}
