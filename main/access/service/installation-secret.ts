/**
 * Secret of the installation, in the data folder or the shared database.
 *
 * Beside a database that is a file, in the data folder; in the database where several servers share one, because a key
 * that one of them has signed must hold for all. A server that had one of its own brings it along.
 */
import { randomBytes } from 'node:crypto';
import { chmod, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Log, silentLog } from '../../lib/context.ts';
import type { Store } from '../../store/contract/store.ts';

/** Each with what a new one puts an end to. */
const SECRETS = {
  secret: 'the keys of all users',
  ticket: 'the addresses of all tickets on phones',
  page: 'what kiosk pages on this machine were let in with',
} as const;

/**
 * Secret files of the installation.
 *
 * What signs the keys of users, and the addresses of tickets.
 */
const SECRET_BYTES = 32;

const OWNER_ONLY = 0o600;

/**
 * Reads the secret, or makes it at the first start. Throws when the file cannot be used; the message never holds it.
 *
 * @param ends what a new secret puts an end to.
 */
export async function openSecret(file: string, ends = 'the keys of all users'): Promise<Buffer> {
  const known = await readSecret(file, ends);
  if (known !== null) return known;
  const secret = randomBytes(SECRET_BYTES);
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(unfinished, 'wx', OWNER_ONLY);
  try {
    await handle.writeFile(`${secret.toString('base64url')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // It is there whole or not at all, also after a power cut.
  await rename(unfinished, file);
  return secret;
}

/** The same of a secret that is worth no refusal: a file that is damaged is replaced, which `onDamaged` hears. */
async function openReplaceableSecret(file: string, ends: string, onDamaged: () => void): Promise<Buffer> {
  try {
    return await openSecret(file, ends);
  } catch (error) {
    if (!(error instanceof SecretDamaged)) throw error;
    onDamaged();
    await rm(file);
    return openSecret(file, ends);
  }
}

class SecretDamaged extends Error {}

/** Null where there is none. */
async function readSecret(file: string, ends: string): Promise<Buffer | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const secret = Buffer.from(text.trim(), 'base64url');
  if (secret.length < SECRET_BYTES) {
    throw new SecretDamaged(`${file} is damaged; remove it to make a new one, which ends ${ends}`);
  }
  const { mode } = await stat(file);
  if ((mode & 0o077) !== 0 && process.platform !== 'win32') await chmod(file, OWNER_ONLY);
  return secret;
}

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
