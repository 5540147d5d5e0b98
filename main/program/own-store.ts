/** The data folder of this program and the store in it, or at a database. What cannot be used is told in one line. */
import { join } from 'node:path';
import type { Log } from '../context.ts';
import { makeDataFolder, takeFromOthers } from '../data-folder.ts';
import { installationSecret } from '../server/auth/installation-secret.ts';
import type { Settings } from '../settings/settings.ts';
import { RunsAlready, StartError } from '../start-error.ts';
import { DATABASE_FILE, PROGRESS_KEY } from '../store/moving/place.ts';
import type { DataFolderLock } from '../store/sqlite/data-folder-lock.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { type Claim, claimDataFolder, kioskPageAt } from './running-program.ts';

/** Takes the folder for this program alone, until it is released. Throws `RunsAlready` while another one has it. */
export async function openFolder({ dataDir }: Settings, log: Log): Promise<DataFolderLock> {
  let claim: Claim;
  try {
    await makeDataFolder(dataDir);
    const mended = await takeFromOthers(dataDir);
    if (mended.length > 0) log.warn('data.taken-from-others', { folder: dataDir, mended });
    claim = await claimDataFolder(dataDir);
  } catch (error) {
    throw unusableFolder(dataDir, error);
  }
  if (claim.kind === 'ours') return claim.lock;
  const { address } = claim;
  const where = address === null ? '' : ` at ${address}`;
  const page = address === null ? null : kioskPageAt(address, dataDir);
  throw new RunsAlready(`Take a Number runs already${where}, on the data in ${dataDir}`, address, page);
}

export async function openStore({ database, dataDir }: Settings, log: Log): Promise<Store> {
  if (database !== null) return openDatabase(database, log);
  try {
    return await openSqliteStore({ file: join(dataDir, DATABASE_FILE), log });
  } catch (error) {
    throw unusableFolder(dataDir, error);
  }
}

/** Loaded only here: a kiosk that keeps its own queue never needs it. */
async function openDatabase(url: string, log: Log): Promise<Store> {
  const { openPostgresStore } = await import('../store/postgres/open-postgres-store.ts');
  try {
    return await openPostgresStore({ url, log });
  } catch (error) {
    throw new StartError(`--database cannot be used: ${(error as Error).message}`, 1);
  }
}

/** Half a queue is none to go on with. */
export async function refuseHalfMoved(store: Store): Promise<void> {
  if ((await store.readMeta(PROGRESS_KEY)) !== null) {
    throw new StartError('a queue is being moved to this database, or that broke off; run the same npm run copy again');
  }
}

export async function secretFor(
  name: 'secret' | 'ticket' | 'page',
  { dataDir }: Settings,
  store: Pick<Store, 'peers'>,
): Promise<Buffer> {
  try {
    return await installationSecret(name, dataDir, store);
  } catch (error) {
    throw new StartError((error as Error).message, 1);
  }
}

function unusableFolder(dataDir: string, error: unknown): StartError {
  const reason = (error as Error).message.split('\n')[0]?.replace(/\.$/, '');
  return new StartError(`--data ${dataDir} cannot be used: ${reason}; choose another folder with --data`);
}
