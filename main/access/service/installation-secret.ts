/**
 * Secret of the installation, in the data folder or the shared database.
 *
 * Beside a database that is a file, in the data folder; in the database where several servers share one, because a key
 * that one of them has signed must hold for all. A server that had one of its own brings it along.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Log, silentLog } from '../../lib/context.ts';
import type { Store } from '../../store/contract/store.ts';
import { openReplaceableSecret, openSecret, readSecret, SECRET_BYTES } from './secret-file.ts';

/** Each with what a new one puts an end to. */
const SECRETS = {
  secret: 'the keys of all users',
  ticket: 'the addresses of all tickets on phones',
  page: 'what kiosk pages on this machine were let in with',
} as const;

/** Throws when the file cannot be used; the message never holds the secret. */
export function installationSecret(
  name: keyof typeof SECRETS,
  dataDir: string,
  { peers: { sharedSecret } }: Pick<Store, 'peers'>,
  log: Log = silentLog,
): Promise<Buffer> {
  const file = join(dataDir, `${name}.key`);
  const ends = SECRETS[name];
  if (sharedSecret === null && name === 'page') {
    return openReplaceableSecret(file, ends, () => log.warn('signing-key.replaced', { file, what: ends }));
  }
  if (sharedSecret === null) return openSecret(file, ends);
  return sharedSecret(name, async () => (await readSecret(file, ends)) ?? randomBytes(SECRET_BYTES));
}
