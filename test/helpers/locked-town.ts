/**
 * The town with authentication on. Everybody has a password, `<id>-password`, and these are there besides:
 * `chief` has every role, `nobody` none, and both see all locations.
 */
import { ROLES } from '../../main/site/contract/roles.ts';
import { quickHasher } from './quick-hasher.ts';
import { openTown, type Posted, type Town, type TownOptions } from './town.ts';
import { townSite } from './town-site.ts';

export interface LockedTown extends Town {
  /** The key that the user gets by logging in. */
  keyOf(user: string): Promise<string>;
  /** A key made by the administrator for a device. */
  deviceKey(device: string): Promise<string>;
  /** Any operation, with a key; an empty one sends none. */
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
