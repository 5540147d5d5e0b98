/**
 * File access below a shared folder, without following links out of it.
 *
 * People put pictures and recordings into such folders, over a share or as another user of the machine. A link would
 * give them every file that the program's user can read.
 */
import { constants, createWriteStream } from 'node:fs';
import { chmod, type FileHandle, mkdir, open, readdir, realpath, rm, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Windows has neither flag and relies on the comparison of real paths. A pipe opened this way does not block. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const RIGHTS = 0o777;

export interface OpenFile {
  /** The caller closes it. */
  readonly handle: FileHandle;
  /** In bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly mode: number;
}

/** Real path of `name` in `folder`; null when it is missing or outside. The folder itself can be a link. */
export async function realPathBelow(folder: string, name: string): Promise<string | null> {
  // Sequential: a hanging network share blocks one thread per running operation.
  const root = await realpath(folder).catch(() => null);
  const real = root === null ? null : await realpath(join(folder, name)).catch(() => null);
  if (root === null || real === null) return null;
  const way = relative(root, real);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way) ? real : null;
}

/** Null for anything but a regular file in the folder, including a link to one. */
export async function openBelow(folder: string, name: string): Promise<OpenFile | null> {
  const handle = await open(join(folder, name), FLAGS).catch(() => null);
  if (handle === null) return null;
  const found = await handle.stat();
  // The path is checked after the open: the opened file must still be the one at the path.
  const real = found.isFile() ? await realPathBelow(folder, name) : null;
  const there = real === null ? null : await stat(real).catch(() => null);
  if (there === null || there.ino !== found.ino || there.dev !== found.dev) {
    await handle.close();
    return null;
  }
  return { handle, size: found.size, mtimeMs: found.mtimeMs, ctimeMs: found.ctimeMs, mode: found.mode };
}

/** Copies the folder's content with its permissions, without links. Does nothing without the folder. */
export async function copyBelow(folder: string, to: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() === true) await copyFolder(folder, '', to);
}

async function copyFolder(root: string, name: string, to: string): Promise<void> {
  const target = join(to, name);
  await mkdir(target, { recursive: true });
  for (const entry of await readdir(join(root, name), { withFileTypes: true })) {
    const inside = join(name, entry.name);
    if (entry.isDirectory() && (await realPathBelow(root, inside)) !== null) await copyFolder(root, inside, to);
    else if (entry.isFile()) await copyFile(root, inside, join(to, inside));
  }
  const { mode } = await stat(join(root, name));
  await chmod(target, mode & RIGHTS).catch(ignoreModes);
}

async function copyFile(root: string, name: string, to: string): Promise<void> {
  const source = await openBelow(root, name);
  if (source === null) return;
  // An existing target can be a link, which must not be written through.
  await rm(to, { force: true });
  await pipeline(source.handle.createReadStream(), createWriteStream(to, { flags: 'wx' }));
  await chmod(to, source.mode & RIGHTS).catch(ignoreModes);
}

/** Some file systems have no permissions. */
function ignoreModes(): void {}
