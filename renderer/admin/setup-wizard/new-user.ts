/** New user made from a name. */
import { USUAL_ROLES } from '../../../main/site/contract/roles.ts';
import type { User } from '../../../main/site/contract/site.ts';

export interface NewUser {
  readonly name: string;
  readonly username: string;
  readonly roles: readonly string[];
  /** Never empty: that would grant all locations. */
  readonly locations: readonly string[];
}

export function newClerk(name: string, users: readonly Pick<User, 'id' | 'username'>[], location: string): NewUser {
  return { name, username: freeUsername(name, users), roles: USUAL_ROLES.clerk, locations: [location] };
}

/** Such as `ana.reis` for "Ana Reis"; with a number if it is taken or if the name has no ASCII letters. */
function freeUsername(name: string, users: readonly Pick<User, 'id' | 'username'>[]): string {
  const taken = new Set(users.flatMap(({ id, username }) => [id, username].map((each) => each.toLowerCase())));
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '.')
    .replaceAll(/^\.+|\.+$/g, '');
  const start = plain === '' ? 'user' : plain;
  if (plain !== '' && !taken.has(start)) return start;
  for (let number = plain === '' ? 1 : 2; ; number += 1) {
    if (!taken.has(`${start}${number}`)) return `${start}${number}`;
  }
}
