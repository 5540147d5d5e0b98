/** A small file of JSON that outlives the program: read once when it starts, written whole or not at all. */
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { keepNames } from '../printing/keep-names.ts';
import { replaceFile } from '../printing/replace-file.ts';

/** What stands there; null when there is nothing that can be read. */
export function readKept(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** Resolves when it is on the disk; rejects when the disk does not take it. Never half a file, whenever the power goes. */
export async function writeKept(path: string, value: object): Promise<void> {
  await replaceFile(path, `${JSON.stringify(value)}\n`);
}

/** Nothing is kept any more. Rejects when the disk does not let it go. */
export async function dropKept(path: string): Promise<void> {
  try {
    await rm(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  await keepNames(dirname(path));
}
