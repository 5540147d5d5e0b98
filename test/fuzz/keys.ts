/** The callers of a server that asks for keys: users of one role each, a kiosk and a counter. */
import { ROLES } from '../../main/site/contract/roles.ts';

/** Argument of the server's process. */
export const WITH_KEYS = '--with-keys';

/** Username → roles and locations. */
const USERS = {
  boss: { roles: ROLES, locations: [] },
  reporter: { roles: ['reports_view'], locations: [] },
  auditor: { roles: ['audit_view'], locations: [] },
  branch: { roles: ['admin_branch'], locations: ['town-hall'] },
  nobody: { roles: [], locations: [] },
} as const;
const DEVICES = { kiosk: 'kiosk-1', counter: 'pad-1' } as const;

export type KeyHolder = keyof typeof USERS | keyof typeof DEVICES;
export type Keys = Readonly<Record<KeyHolder, string>>;

const passwordOf = (user: string): string => `${user}-password-of-the-fuzzer`;

/** What a site file needs so that its server asks for keys, and these users have some. */
export function lockSite(site: { settings: object; users: object[] }): void {
  Object.assign(site.settings, { api_authentication: true });
  for (const [id, user] of Object.entries(USERS)) {
    site.users.push({ id, username: id, name: id, ...user, password: passwordOf(id) });
  }
}

export async function makeKeys(address: string): Promise<Keys> {
  const post = async (path: string, body: object, key = ''): Promise<Record<string, unknown>> => {
    const response = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        connection: 'close',
        ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (answer.success !== true) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const keys: Record<string, string> = {};
  for (const user of Object.keys(USERS)) {
    const login = { user_id: user, password: passwordOf(user) };
    keys[user] = String((await post('/restapi/v2/queuemanagement/login', login)).authtoken);
  }
  for (const [holder, device] of Object.entries(DEVICES)) {
    keys[holder] = String((await post(`/restapi/v2/admin/devices/${device}/key`, {}, keys.boss)).key);
  }
  return keys as Keys;
}
