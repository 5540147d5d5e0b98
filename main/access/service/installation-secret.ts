/**
 * Secret of the installation, in the data folder or the shared database.
 *
 * With SQLite it is a file in the data folder. Servers that share a database keep it there, because a token signed by
 * one must be valid at all. A server that already has its own file brings that secret along.
 */
import { randomBytes } from 'node:crypto';
import { chmod, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Log, silentLog } from '../../lib/context.ts';
import type { Store } from '../../store/contract/store.ts';

/** Each secret with the effect of replacing it, for error messages. */
const SECRETS = {
  secret: 'the keys of all users',
  ticket: 'the addresses of all tickets on phones',
  page: 'the sessions of kiosk pages on this machine',
} as const;

/** Size of a secret, which signs login tokens and ticket addresses. */
const SECRET_BYTES = 32;

const OWNER_ONLY = 0o600;

/**
 * Reads the secret, or creates it at the first start. Throws when the file is unusable; the message never contains it.
 * @param ends effect of replacing the secret
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
  // Atomic, also on power loss.
  await rename(unfinished, file);
  return secret;
}

/** Opens a secret that can be replaced: a damaged file is overwritten and `onDamaged` is called. */
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

/** Null when the file does not exist. */
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
    throw new SecretDamaged(`${file} is damaged; delete it to create a new one, which invalidates ${ends}`);
  }
  const { mode } = await stat(file);
  if ((mode & 0o077) !== 0 && process.platform !== 'win32') await chmod(file, OWNER_ONLY);
  return secret;
}

/** Throws when the file is unusable; the message never contains the secret. */
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
