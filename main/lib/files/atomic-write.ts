import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { keepNames } from './fsync-directory.ts';

/** Resolves when it is on the disk; rejects when the disk does not take it. Never half a file, whenever the power goes. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, text, { flush: true, mode: 0o600 });
  await rename(`${path}.new`, path);
  await keepNames(dirname(path));
}
