/**
 * JSON file with checksum, replaced atomically.
 *
 * Read once when the program starts, written whole or not at all.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { keepNames } from '../lib/files/fsync-directory.ts';

/** The content; null when there is none that can be read. */
export function readKept(path: string): unknown {
  try {
    return parseKept(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** Throws when it is not as it was written. Earlier programs wrote no checksum. */
export function parseKept(text: string): unknown {
  const [json = '', sum = ''] = text.split('\n');
  if (!sum.startsWith(SUM)) return JSON.parse(text);
  if (sum !== sumOf(json)) throw new Error('another checksum');
  return JSON.parse(json);
}

const SUM = '# crc32 ';

const sumOf = (json: string): string => `${SUM}${crc32(json)}`;

/** Names of the JSON files in a folder that are not as they were written. Each is replaced whole, so no power cut leaves one. */
export function damagedFilesIn(folder: string): readonly string[] {
  return namesIn(folder).filter((name) => {
    try {
      parseKept(readFileSync(join(folder, name), 'utf8'));
      return false;
    } catch (error) {
      // One that goes meanwhile was there.
      return (error as NodeJS.ErrnoException).code !== 'ENOENT';
    }
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}

/** Resolves when it is on the disk; rejects when the disk does not take it. Never half a file, whenever the power goes. */
async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, text, { flush: true, mode: 0o600 });
  await rename(`${path}.new`, path);
  await keepNames(dirname(path));
}

/** Resolves when it is on the disk; rejects when the disk does not take it. Never half a file, whenever the power goes. */
export async function writeKept(path: string, value: object): Promise<void> {
  const json = JSON.stringify(value);
  await replaceFile(path, `${json}\n${sumOf(json)}\n`);
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
