/** `--check`: integrity check of a database, read-only, also while a program uses it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Db } from '../../../database/sqlite/db.ts';
import { systemClock } from '../../../lib/context.ts';
import { whyNotUpToDate } from '../../sqlite/migrate.ts';
import { DATABASE_FILE, type DatabaseTarget, TransferError } from '../database-target.ts';
import { withoutDamage } from '../explain-corruption.ts';
import { withRows } from '../open-place.ts';
import { checkFile } from './check-file.ts';
import { checkPostgres } from './check-postgres.ts';

const BUSY_MS = 5_000;

export interface Findings {
  /** One line per fault; empty if there are none. */
  readonly faults: readonly string[];
  /** Checks that were not possible here, with instructions. */
  readonly notes: readonly string[];
}

/** Rejects with `TransferError` if there is nothing to check. */
export async function inspectPlace(place: DatabaseTarget, now = systemClock.now()): Promise<Findings> {
  if (place.engine === 'postgres') return withRows(place.url, (ask, attempt) => checkPostgres(ask, attempt, now));
  const file = join(place.dataDir, DATABASE_FILE);
  if (!existsSync(file)) throw new TransferError(`no ${DATABASE_FILE} in ${place.dataDir}`);
  return withoutDamage(file, async () => {
    mustBeUpToDate(file);
    const { damage, faults } = await checkFile(file, false, now);
    return { faults: [...damage, ...faults, ...missingKeys(file, place.dataDir)], notes: [] };
  });
}

/** The faults only. */
export async function checkPlace(place: DatabaseTarget): Promise<readonly string[]> {
  return (await inspectPlace(place)).faults;
}

function mustBeUpToDate(file: string): void {
  const db = new Db({ file, busyTimeoutMs: BUSY_MS, readOnly: true });
  try {
    const fault = whyNotUpToDate(db);
    if (fault !== null) throw new TransferError(fault);
  } finally {
    db.close();
  }
}

/** Without `secret.key` all API keys, device keys and ticket URLs become invalid. */
function missingKeys(file: string, dataDir: string): readonly string[] {
  if (existsSync(join(dataDir, 'secret.key'))) return [];
  const db = new Db({ file, busyTimeoutMs: BUSY_MS, readOnly: true });
  try {
    const isInUse = db.get('SELECT 1 FROM credential LIMIT 1') !== undefined;
    return isInUse ? ['secret.key, which signs access tokens and keys, is missing: restore it from a backup'] : [];
  } finally {
    db.close();
  }
}
