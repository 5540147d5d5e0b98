/** What a kiosk that was paired with a server elsewhere keeps of it, for its next start: a file that only its user can read. */
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { PairedKiosk } from '../client/pairing.ts';
import { makeDataFolder } from '../data-folder.ts';
import { keepNames } from '../printing/keep-names.ts';
import { writeForOwner } from '../write-for-owner.ts';

const FILE = 'paired-kiosk.json';

/** Null when there is none for that server, and that device if one is given. */
export async function readKeptPairing(
  dataDir: string,
  server: string,
  device: string | null,
): Promise<PairedKiosk | null> {
  try {
    const kept = JSON.parse(await readFile(join(dataDir, FILE), 'utf8')) as Readonly<Record<string, unknown>>;
    if (kept.server !== new URL(server).origin || typeof kept.device !== 'string' || typeof kept.key !== 'string') {
      return null;
    }
    return device === null || kept.device === device ? { device: kept.device, key: kept.key } : null;
  } catch {
    // Not paired yet, or cut off in the middle: then it is paired once more.
    return null;
  }
}

export async function keepPairing(dataDir: string, server: string, paired: PairedKiosk): Promise<void> {
  await makeDataFolder(dataDir);
  const file = join(dataDir, FILE);
  await writeForOwner(`${file}.new`, `${JSON.stringify({ server: new URL(server).origin, ...paired })}\n`);
  await rename(`${file}.new`, file);
  await keepNames(dataDir);
}
