/**
 * The test site with authentication. Each user has the password `<id>-password`. Additional users: `chief` with every
 * role and `nobody` with none, both for all locations.
 */
import { ROLES } from '../../main/site/contract/roles.ts';
import { quickHasher } from './quick-hasher.ts';
import { openTown, type Posted, type Town, type TownOptions } from './town.ts';
import { townSite } from './town-site.ts';

export interface LockedTown extends Town {
  /** Key from a login of the user. */
  keyOf(user: string): Promise<string>;
  /** Key of a device, created by the administrator. */
  deviceKey(device: string): Promise<string>;
  /** Calls any operation with a key; an empty key is not sent. */
  ask(method: string, path: string, key: string, parameters?: object): Promise<Posted & { readonly headers: Headers }>;
}

export const COUNTER_ROLES = ROLES.filter((role) => role.includes('qmpad'));

export function lockedSite(): Record<string, unknown> {
  const site = townSite();
  const given = site.users as { id: string; roles?: readonly string[] }[];
  return {
    ...site,
    settings: { ...(site.settings as object), api_authentication: true },
    users: [
      ...given.map((user) => ({ roles: COUNTER_ROLES, ...user })),
      { id: 'chief', username: 'the.chief', roles: ROLES },
      { id: 'nobody', username: 'nobody', roles: [] },
    ].map((user) => ({ ...user, password: passwordOf(user.id) })),
  };
}

export function passwordOf(user: string): string {
  return `${user}-password`;
}

export async function openLockedTown(options: TownOptions = {}): Promise<LockedTown> {
  const town = await openTown({ site: lockedSite(), hasher: quickHasher(), ...options });

  async function ask(method: string, path: string, key: string, parameters: object = {}) {
    const hasBody = method !== 'GET';
    const response = await fetch(`${town.address}${path}`, {
      method,
      headers: {
        ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
      },
      ...(hasBody ? { body: JSON.stringify(parameters) } : {}),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  return {
    ...town,
    ask,
    async keyOf(user) {
      const { body } = await town.post('login', { user_id: user, password: passwordOf(user) });
      if (body.success !== true) throw new Error(`${user} may not log in: ${JSON.stringify(body)}`);
      return body.authtoken;
    },
    async deviceKey(device) {
      const chief = town.site.current().user('chief');
      if (chief === undefined) throw new Error('This town has no chief');
      const key = town.auth.keyFor(chief, town.clock.now());
      const { body } = await ask('POST', `/restapi/v2/admin/devices/${device}/key`, key);
      if (body.success !== true) throw new Error(`${device} gets no key: ${JSON.stringify(body)}`);
      return body.key;
    },
  };
}
