/**
 * Delivery of the first administrator's one-time password.
 *
 * It is written to the terminal, or to a file that only its owner can read. Without a terminal, standard error often
 * ends in a log.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureAdministrator } from '../access/service/first-administrator.ts';
import { writePrivateFile } from '../lib/files/write-private-file.ts';
import type { SiteHolder } from '../site/service/site-holder.ts';
import type { Store } from '../store/contract/store.ts';

export const FIRST_PASSWORD_FILE = 'first-password.txt';

export interface FirstPasswordPlace {
  readonly site: SiteHolder;
  readonly store: Store;
  readonly dataDir: string;
  /** Writes a line on the terminal; null without one. */
  readonly show: ((line: string) => void) | null;
  /** Writes a line without secrets. */
  readonly say: (line: string) => void;
}

/** Creates the first administrator if needed, and shows the password or the path of its file. */
export async function tellFirstAdministrator({ site, store, dataDir, show, say }: FirstPasswordPlace): Promise<void> {
  const file = join(dataDir, FIRST_PASSWORD_FILE);
  const made = await ensureAdministrator(site, store);
  if (made !== null) {
    const { username, password } = made;
    if (show !== null) {
      show(`First administrator: user ${username}, password ${password} for one login, shown only now`);
    } else {
      await writePrivateFile(file, `user ${username}\npassword ${password}\n`);
      say(`First administrator: user ${username}, password for one login in ${file}, which only you can read`);
    }
    await made.shown();
  }
  const tidy = async (): Promise<void> => {
    const isInUse = site.current().users.some(({ id }) => site.credentials.user(id)?.mustChange === true);
    // A password that is no longer valid would only serve an attacker.
    if (!isInUse) await rm(file, { force: true }).catch(() => {});
  };
  await tidy();
  site.credentials.onReload(() => void tidy());
}
