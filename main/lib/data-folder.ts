/** The folder that holds database, keys and journal. */
import { chmod, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import path, { join, relative } from 'node:path';
import { SITE_FOLDERS } from './site-folders.ts';

async function isFolder(place: string): Promise<boolean | null> {
  const found = await stat(place).catch(() => null);
  return found === null ? null : found.isDirectory();
}

/**
 * Makes the folder and those above it, each for this user alone. Level by level: Node's own recursive way never comes
 * back where a parent is there but takes no folders, as below `/proc`.
 *
 * @param paths how paths are written on this system.
 */
export async function makeDataFolder(dataDir: string, paths: path.PlatformPath = path): Promise<void> {
  const missing: string[] = [];
  let folder = paths.resolve(dataDir);
  for (let found = await isFolder(folder); found !== true; found = await isFolder(folder)) {
    if (found === false) throw new Error(`${folder} is not a folder`);
    missing.unshift(folder);
    const parent = paths.dirname(folder);
    // A drive of Windows that is not there: nothing is above it.
    if (parent === folder) throw new Error(`${folder} is not there`);
    folder = parent;
  }
  for (const each of missing) {
    // Another process may have been faster.
    await mkdir(each, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** All else in the data folder is the program's own. */
const SERVED_FOLDERS: readonly string[] = SITE_FOLDERS;
/** Closed file by file too: printers leave it in peace while others may read what an older version wrote. */
const JOURNAL = 'print-journal';
const OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Takes all rights of others from everything there but the served folders: an older version made it, or it was copied by hand.
 * A folder within is closed as a whole. The data folder itself only stops being writable by others: who can rename a file in it
 * can put another one in its place.
 *
 * @returns what was mended, with its mode before, as `secret.key (644)`.
 */
export async function tightenPermissions(folder: string): Promise<readonly string[]> {
  // There are no such modes; a user's folders are closed to others from the start.
  if (process.platform === 'win32') return [];
  const mended: string[] = [];

  async function close(place: string, rights: number): Promise<void> {
    const found = await lstat(place).catch(() => null);
    if (found === null || !(found.isFile() || found.isDirectory()) || (found.mode & rights) === 0) return;
    // As /tmp is: there nobody can rename what is another one's.
    if ((found.mode & STICKY) !== 0) return;
    const what = `${relative(folder, place) || '.'} (${(found.mode & 0o777).toString(8)})`;
    // A disk that knows no modes is no reason not to start.
    const done = await chmod(place, found.mode & 0o7777 & ~rights).then(
      () => what,
      () => `${what}, which cannot be changed`,
    );
    mended.push(done);
  }

  await close(folder, 0o022);
  for (const name of await readdir(folder)) if (!SERVED_FOLDERS.includes(name)) await close(join(folder, name), OTHERS);
  const journal = join(folder, JOURNAL);
  for (const name of await readdir(journal, { recursive: true }).catch(() => []))
    await close(join(journal, name), OTHERS);
  return mended;
}

/**
 * Makes the data folder and closes it to others, before anything in it is read.
 *
 * @param onFixed receives the files whose permissions were fixed, for the log
 */
export async function openDataFolder(
  dataDir: string,
  onFixed: (fixed: { readonly folder: string; readonly files: readonly string[] }) => void,
): Promise<void> {
  await makeDataFolder(dataDir);
  const mended = await tightenPermissions(dataDir);
  if (mended.length > 0) onFixed({ folder: dataDir, files: mended });
}

/** What this process makes from now on is its user's alone, whatever the shell says. */
export function keepFilesPrivate(): void {
  if (process.platform !== 'win32') process.umask(OTHERS);
}
