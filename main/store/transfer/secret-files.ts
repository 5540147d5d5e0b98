/** Secret files of a data folder or backup. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Secrets } from './sqlite-place.ts';

const ENDING = '.key';
const OWNER_ONLY = 0o600;

export function secretFiles(folder: string): Secrets {
  return {
    async read() {
      const files = (await readdir(folder)).filter((name) => name.endsWith(ENDING)).sort();
      const read = files.map(
        async (file) => [basename(file, ENDING), (await readFile(join(folder, file), 'utf8')).trim()] as const,
      );
      return Object.fromEntries(await Promise.all(read));
    },
    async write(secrets) {
      for (const [name, value] of Object.entries(secrets)) {
        // The database is untrusted: validate names from it.
        if (!/^[a-z]+$/.test(name)) continue;
        await writeFile(join(folder, `${name}${ENDING}`), `${value}\n`, { mode: OWNER_ONLY });
      }
    },
  };
}
