/** The folder that holds database, keys and journal. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

async function isFolder(path: string): Promise<boolean | null> {
  const found = await stat(path).catch(() => null);
  return found === null ? null : found.isDirectory();
}

/**
 * Makes the folder and those above it, each for this user alone. Level by level: Node's own recursive way never comes
 * back where a parent is there but takes no folders, as below `/proc`.
 */
export async function makeDataFolder(path: string): Promise<void> {
  const missing: string[] = [];
  let folder = resolve(path);
  for (let found = await isFolder(folder); found !== true; found = await isFolder(folder)) {
    if (found === false) throw new Error(`${folder} is not a folder`);
    missing.unshift(folder);
    folder = dirname(folder);
  }
  for (const each of missing) {
    // Another process may have been faster.
    await mkdir(each, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
