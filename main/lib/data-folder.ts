/** Folder of database, keys and journal. */
import { chmod, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import path, { join, relative } from 'node:path';
import { SITE_FOLDERS } from './site-folders.ts';

async function isFolder(place: string): Promise<boolean | null> {
  const found = await stat(place).catch(() => null);
  return found === null ? null : found.isDirectory();
}

/**
 * Creates the folder and its parents, each for this user only. Level by level, because Node's recursive mkdir never
 * returns where an existing parent accepts no folders, as below `/proc`.
 * @param paths path syntax of this system
 */
export async function makeDataFolder(dataDir: string, paths: path.PlatformPath = path): Promise<void> {
  const missing: string[] = [];
  let folder = paths.resolve(dataDir);
  for (let found = await isFolder(folder); found !== true; found = await isFolder(folder)) {
    if (found === false) throw new Error(`${folder} is not a folder`);
    missing.unshift(folder);
    const parent = paths.dirname(folder);
    // A missing Windows drive: it has no parent.
    if (parent === folder) throw new Error(`${folder} does not exist`);
    folder = parent;
  }
  for (const each of missing) {
    // Another process can have created it meanwhile.
    await mkdir(each, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Folders of the data folder that others can read. */
const SERVED_FOLDERS: readonly string[] = SITE_FOLDERS;
/** Its files are closed one by one, because an earlier version left them readable. */
const JOURNAL = 'print-journal';
const OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Removes the permissions of other users from everything but the served folders: an earlier version created it, or it
 * was copied by hand. Folders inside are closed as a whole. The data folder itself is only closed for writing: a user
 * who can rename files in it can replace them.
 * @returns fixed files with their earlier modes, such as `secret.key (644)`
 */
export async function tightenPermissions(folder: string): Promise<readonly string[]> {
  // Windows has no such modes; a user's folders are private by default.
  if (process.platform === 'win32') return [];
  const mended: string[] = [];

  async function close(place: string, rights: number): Promise<void> {
    const found = await lstat(place).catch(() => null);
    if (found === null || !(found.isFile() || found.isDirectory()) || (found.mode & rights) === 0) return;
    // Sticky, like /tmp: users cannot rename files of others.
    if ((found.mode & STICKY) !== 0) return;
    const what = `${relative(folder, place) || '.'} (${(found.mode & 0o777).toString(8)})`;
    // The program also starts on file systems without modes.
    const done = await chmod(place, found.mode & 0o7777 & ~rights).then(
      () => what,
      () => `${what}, and their permissions cannot be changed`,
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
 * Creates the data folder and closes it to others, before anything in it is read.
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

/** New files of this process are private, whatever the shell's umask. */
export function keepFilesPrivate(): void {
  if (process.platform !== 'win32') process.umask(OTHERS);
}
