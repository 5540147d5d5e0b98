/** First administrator of a new data folder, with a one-time password. */
import { randomBytes } from 'node:crypto';
import { USUAL_ROLES } from '../../site/contract/roles.ts';
import { isAdministrator } from '../../site/rules/rights.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import type { Store } from '../../store/contract/store.ts';

const DONE = 'first-administrator';

export interface NewAdministrator {
  readonly username: string;
  readonly password: string;
  /** Records that the password was shown. Until then, each start generates another one. */
  shown(): Promise<void>;
}

/**
 * Creates the first administrator, once per data folder, with a random one-time password. Null when the site file
 * already has an administrator with a password.
 */
export async function ensureAdministrator(site: SiteHolder, store: Store): Promise<NewAdministrator | null> {
  if ((await store.readMeta(DONE)) !== null) return null;
  const { credentials, hasher } = site;
  const { users: everybody, file } = site.current();
  const users = everybody.filter((user) => user.state === 1 && isAdministrator(user, file));
  const hasPassword = users.some(({ id }) => {
    const credential = credentials.user(id);
    return credential !== undefined && credential.secret !== '' && !credential.mustChange;
  });
  if (hasPassword) {
    await store.writeMeta(DONE, 'the site contains an administrator');
    return null;
  }
  // An administrator whose password was never shown: the program ended first.
  const unseen = users.find(({ id }) => credentials.user(id)?.mustChange === true);
  const username = unseen?.username ?? freeName(site);
  const id = unseen?.id ?? username;
  const password = randomBytes(12).toString('base64url');
  // Stores the password first, so that no administrator ever exists without one.
  await credentials.write([{ kind: 'user', id, secret: await hasher.hash(password), mustChange: true }]);
  if (unseen === undefined) {
    const loaded = await site.load({
      users: [{ id, username, name: 'Administrator', roles: [...USUAL_ROLES.administrator] }],
    });
    if (!loaded.ok) throw new Error(`The first administrator was rejected: ${loaded.error.faults.join('; ')}`);
  }
  return { username, password, shown: () => store.writeMeta(DONE, id) };
}

function freeName(site: SiteHolder): string {
  const isFree = (name: string): boolean => site.current().user(name) === undefined;
  let name = 'admin';
  for (let number = 2; !isFree(name); number += 1) name = `admin-${number}`;
  return name;
}
