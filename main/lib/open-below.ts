/**
 * File access below a shared folder, without following links out.
 *
 * People put pictures and recordings into such folders, over a share or as another user of the machine. A link there
 * would otherwise give them every file that the program's own user may read.
 */
import { constants, createWriteStream } from 'node:fs';
import { chmod, type FileHandle, mkdir, open, readdir, realpath, rm, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Windows knows neither flag; there the comparison of real paths does it. A pipe opened so does not wait for its other end. */
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

/** The real path of `name` in `folder`; null when there is none, or when it lies elsewhere. The folder itself may be a link. */
export async function realPathBelow(folder: string, name: string): Promise<string | null> {
  // One after the other: a network share that hangs holds one thread for each operation under way.
  const root = await realpath(folder).catch(() => null);
  const real = root === null ? null : await realpath(join(folder, name)).catch(() => null);
  if (root === null || real === null) return null;
  const way = relative(root, real);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way) ? real : null;
}

/** Null for anything but a regular file that lies in the folder; also for a link to one. */
export async function openBelow(folder: string, name: string): Promise<OpenFile | null> {
  const handle = await open(join(folder, name), FLAGS).catch(() => null);
  if (handle === null) return null;
  const found = await handle.stat();
  // The path is looked at after it was opened: what was opened must still be what lies there.
  const real = found.isFile() ? await realPathBelow(folder, name) : null;
  const there = real === null ? null : await stat(real).catch(() => null);
  if (there === null || there.ino !== found.ino || there.dev !== found.dev) {
    await handle.close();
    return null;
  }
  return { handle, size: found.size, mtimeMs: found.mtimeMs, ctimeMs: found.ctimeMs, mode: found.mode };
}

/** Copies what lies in the folder, with its rights, and no link. Nothing where there is no such folder. */
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
  // What is there already may be a link, which is not written through either.
  await rm(to, { force: true });
  await pipeline(source.handle.createReadStream(), createWriteStream(to, { flags: 'wx' }));
  await chmod(to, source.mode & RIGHTS).catch(ignoreModes);
}

/** Some disks know no rights. */
function ignoreModes(): void {}
