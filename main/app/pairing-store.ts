/**
 * Stored pairing of a kiosk with a remote server.
 *
 * A file that only its user can read.
 */
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { PairedKiosk } from '../kiosk/client/pairing.ts';
import { makeDataFolder } from '../lib/data-folder.ts';
import { keepNames } from '../lib/files/fsync-directory.ts';
import { writePrivateFile } from '../lib/files/write-private-file.ts';

const FILE = 'paired-kiosk.json';

/**
 * Null without a pairing for this server, and for this device if one is given.
 * @param onDamaged called for an unreadable file; the kiosk then shows a code and is paired again
 */
export async function readKeptPairing(
  dataDir: string,
  { server, device }: { readonly server: string; readonly device: string | null },
  onDamaged: (file: string) => void = () => {},
): Promise<PairedKiosk | null> {
  const file = join(dataDir, FILE);
  try {
    const kept = JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, unknown>>;
    if (kept.server !== new URL(server).origin || typeof kept.device !== 'string' || typeof kept.key !== 'string') {
      return null;
    }
    return device === null || kept.device === device ? { device: kept.device, key: kept.key } : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onDamaged(file);
    return null;
  }
}

export async function keepPairing(dataDir: string, server: string, paired: PairedKiosk): Promise<void> {
  await makeDataFolder(dataDir);
  const file = join(dataDir, FILE);
  await writePrivateFile(`${file}.new`, `${JSON.stringify({ server: new URL(server).origin, ...paired })}\n`);
  await rename(`${file}.new`, file);
  await keepNames(dataDir);
}
