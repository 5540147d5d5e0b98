/** Manifest of a backup folder, with checksums. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseJson } from '../../lib/parse-json.ts';
import { TransferError } from './database-target.ts';

export const MANIFEST = 'backup.json';
export const BACKUP_DATABASE = 'database.db';

export interface Manifest {
  /** Version of the program that made the backup. */
  readonly program: string;
  /** ISO instant. */
  readonly madeAt: string;
  /** `database`: in the program's own format. `archive`: of a PostgreSQL database, table by table. */
  readonly kind: 'database' | 'archive';
  /** Schema of the archived PostgreSQL database; absent from earlier ones. A `database` contains its own. */
  readonly schema?: number;
  /** Table → number of rows. */
  readonly rows: Readonly<Record<string, number>>;
  /** SHA-256 of the database, in hexadecimal. */
  readonly sha256: string;
  /** Faults of the integrity check at backup time; absent if there were none. */
  readonly faults?: readonly string[];
}

export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Throws `TransferError` if the folder is no backup, or was changed. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => '');
  const manifest = parseJson(text) as Partial<Manifest> | null | undefined;
  if (manifest === null || typeof manifest !== 'object') {
    throw new TransferError(`${folder} is not a backup: it has no readable ${MANIFEST}`);
  }
  const { kind, sha256 } = manifest;
  if ((kind !== 'database' && kind !== 'archive') || typeof sha256 !== 'string') {
    throw new TransferError(`${folder} is a backup of a newer version; use that version`);
  }
  const found = await hashOf(join(folder, BACKUP_DATABASE)).catch(() => '');
  if (found !== sha256)
    throw new TransferError(`${folder} is corrupt: its database has changed since; use another backup`);
  return manifest as Manifest;
}
