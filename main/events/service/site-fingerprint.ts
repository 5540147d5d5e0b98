import { createHash } from 'node:crypto';
import type { User } from '../../site/contract/site.ts';
import { itemsOf } from '../../site/rules/site-items.ts';
import type { Site } from '../../site/rules/site-model.ts';

/** What of a site matters to who looks at this location, as a hash; bookings are none of it. The same: the same to them. */
export function essenceOf({ file, settings }: Site, locationId: string): string {
  const here = ['', locationId];
  const text = JSON.stringify([
    settings,
    itemsOf('locations', file.locations).byId(locationId),
    itemsOf('service_groups', file.service_groups).among(here),
    itemsOf('services', file.services).among(here),
    itemsOf('desks', file.desks).among(here),
    essenceOfUsers(file.users),
    itemsOf('devices', file.devices).among(here),
    file.forms,
  ]);
  return hashOf(text);
}

const ofUsers = new WeakMap<readonly User[], string>();
const ofUser = new WeakMap<User, string>();

/** Anybody may serve anywhere. Many locations ask at once, and of most users nothing has changed. */
function essenceOfUsers(users: readonly User[]): string {
  const all = ofUsers.get(users) ?? hashOf(users.map(essenceOfUser).join(' '));
  ofUsers.set(users, all);
  return all;
}

function essenceOfUser(user: User): string {
  const one = ofUser.get(user) ?? hashOf(JSON.stringify(user));
  ofUser.set(user, one);
  return one;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
