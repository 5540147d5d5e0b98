/**
 * JSON file with checksum, read at the start and replaced atomically.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { keepNames } from '../lib/files/fsync-directory.ts';

/** The content; null if it cannot be read. */
export function readKept(path: string): unknown {
  try {
    return parseKept(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** Throws if the checksum is wrong. Files of earlier versions have no checksum. */
export function parseKept(text: string): unknown {
  const [json = '', sum = ''] = text.split('\n');
  if (!sum.startsWith(SUM)) return JSON.parse(text);
  if (sum !== sumOf(json)) throw new Error('checksum mismatch');
  return JSON.parse(json);
}

const SUM = '# crc32 ';

const sumOf = (json: string): string => `${SUM}${crc32(json)}`;

/** Names of damaged JSON files in a folder. Files are replaced atomically, so a power failure damages none. */
export function damagedFilesIn(folder: string): readonly string[] {
  return namesIn(folder).filter((name) => {
    try {
      parseKept(readFileSync(join(folder, name), 'utf8'));
      return false;
    } catch (error) {
      // Ignore a file that was deleted meanwhile.
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

/** Replaces the file atomically. Resolves when it is durable; rejects on a disk failure. */
async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, text, { flush: true, mode: 0o600 });
  await rename(`${path}.new`, path);
  await keepNames(dirname(path));
}

/** Writes the value with a checksum, atomically. Resolves when it is durable; rejects on a disk failure. */
export async function writeKept(path: string, value: object): Promise<void> {
  const json = JSON.stringify(value);
  await replaceFile(path, `${json}\n${sumOf(json)}\n`);
}

/** Deletes the file. Rejects on a disk failure. */
export async function dropKept(path: string): Promise<void> {
  try {
    await rm(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  await keepNames(dirname(path));
}
