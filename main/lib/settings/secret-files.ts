/**
 * Secrets in files: `TAN_DATABASE_FILE=/run/secrets/database` instead of `TAN_DATABASE`.
 *
 * Container platforms and systemd mount secrets as files. A variable is readable in more places: in `docker inspect`,
 * in the manifest, by every child process.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { fail, ok, type Result } from '../result.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Flags with a secret. Each is also a variable, and a variable with `_FILE`. */
export const SECRET_FLAGS = ['database', 'database-replica', 'device-key', 'second-screen-key'] as const;

/** Other variables with a secret: both ends of `copy`, and the password that PostgreSQL clients read. */
const SECRET_VARIABLES = ['TAN_FROM', 'TAN_TO', 'PGPASSWORD'] as const;

const MAX_BYTES = 65_536;

/** `TAN_DEVICE_KEY` for `device-key`. */
export function variableOf(flag: string): string {
  return `TAN_${flag.toUpperCase().replaceAll('-', '_')}`;
}

/** Every variable that also has a form with `_FILE`. */
export function secretVariables(): readonly string[] {
  return [...SECRET_FLAGS.map(variableOf), ...SECRET_VARIABLES];
}

/**
 * The environment with the content of those files. Each file is read once; its last line break is not part of the
 * secret. A fault is one line without any secret.
 */
export function withSecretFiles(env: Environment): Result<Environment, string> {
  const read: Record<string, string | undefined> = { ...env };
  for (const name of secretVariables()) {
    const path = env[`${name}_FILE`] || null;
    if (path === null) continue;
    if (env[name]) return fail(`${name} and ${name}_FILE are both set: unset one of them`);
    const secret = secretIn(path);
    if (!secret.ok) return fail(`${name}_FILE: ${path} ${secret.error}`);
    delete read[`${name}_FILE`];
    read[name] = secret.value;
  }
  return ok(read);
}

function secretIn(path: string): Result<string, string> {
  let text: string | null;
  try {
    text = readStart(path);
  } catch (error) {
    return fail(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
  if (text === null) return fail('is not a file');
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') return fail('is empty');
  if (text.length > MAX_BYTES || /[\r\n\0]/.test(secret)) return fail('must contain exactly one line');
  return ok(secret);
}

/**
 * Reads at most one byte more than a secret can have, so that a large file cannot fill the memory. Null for anything
 * but a regular file: an idle pipe would block the start.
 */
function readStart(path: string): string | null {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(file).isFile()) return null;
    const bytes = Buffer.alloc(MAX_BYTES + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(file, bytes, length, bytes.length - length, null);
    }
    return bytes.toString('utf8', 0, length);
  } finally {
    closeSync(file);
  }
}
