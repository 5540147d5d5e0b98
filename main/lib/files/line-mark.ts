/**
 * Mark next to a file of lines: written length and file time.
 *
 * It detects a file that was cut at the end of a line, or restored from a copy. The mark is written after each line and
 * never before it: after a power cut it can be behind the file, never ahead.
 */
import { readFileSync } from 'node:fs';
import { open as openFile, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/** One file with lines. */
export interface Written {
  /** Checksum of its first line, which contains the time of its creation. */
  readonly head: number;
  readonly bytes: number;
  /** Its ctime in epoch milliseconds; null: unknown. */
  readonly changedAt: number | null;
}

/**
 * `own`: last written by this machine. `other`: shorter, restored from a copy, or missing. `unknown`: the program ended
 * between line and mark.
 */
export type LineFileOrigin = 'own' | 'other' | 'unknown';

/** Mark before the first file exists: a program killed in between leaves no file. Matches every file. */
export const NO_FILE: Written = { head: 0, bytes: 0, changedAt: null };

export const markPath = (path: string): string => `${path}.mark`;

/** @param content of the file, or its beginning */
export const headOf = (content: Buffer | string): number => crc32(content.toString().split('\n', 1)[0] ?? '');

/** One disk block, which is replaced atomically. */
const MARK_BYTES = 512;
/** Only a program killed repeatedly leaves more. */
const MAX_FILES = 4;
/** Resolution of file times: exFAT 10 ms; some file systems a second, FAT two. */
const TIME_STEP_MS = 20;
const COARSE_STEP_MS = 2_000;

const isSameTime = (noted: number, found: number): boolean =>
  Math.abs(noted - found) <= (found % 1_000 === 0 ? COARSE_STEP_MS : TIME_STEP_MS);

const isWritten = (value: Partial<Written> | null): value is Written =>
  Number.isSafeInteger(value?.head) &&
  Number.isSafeInteger(value?.bytes) &&
  (value?.changedAt === null || Number.isFinite(value?.changedAt));

/** Read at the start, before any write. Empty without a readable mark. */
export function readMark(path: string): readonly Written[] {
  try {
    const { files, crc } = JSON.parse(readFileSync(markPath(path), 'utf8'));
    if (crc !== crc32(JSON.stringify(files)) || !Array.isArray(files)) return [];
    return files.every(isWritten) ? files : [];
  } catch {
    return [];
  }
}

/** @param isSynced whether to sync before the promise resolves */
export async function writeMark(path: string, written: readonly Written[], isSynced: boolean): Promise<void> {
  try {
    const files = written.slice(-MAX_FILES);
    const text = JSON.stringify({ files, crc: crc32(JSON.stringify(files)) });
    // Overwritten in place: truncating first would leave no mark for a moment.
    const mark = await openFile(markPath(path), 'r+').catch(() => openFile(markPath(path), 'w', 0o600));
    try {
      await mark.write(`${text.padEnd(MARK_BYTES - 1)}\n`, 0);
      if (isSynced) await mark.datasync();
    } finally {
      await mark.close();
    }
  } catch {
    // A mark that is behind is worse than none.
    await rm(markPath(path), { force: true }).catch(() => {});
  }
}

/** Files of a mark that can be this one. */
export function matchesOf(marked: readonly Written[], file: Written | null): readonly Written[] {
  return marked.filter(
    ({ head, bytes }) => bytes === 0 || (file !== null && file.head === head && file.bytes >= bytes),
  );
}

/** @param file null: there is none */
export function originOf(marked: readonly Written[], file: Written | null): LineFileOrigin {
  if (marked.length === 0) return 'unknown';
  const matches = matchesOf(marked, file);
  if (matches.length === 0) return 'other';
  // Some Windows file systems update this time only on close.
  if (process.platform === 'win32' || file === null || file.changedAt === null) return 'unknown';
  const [known] = matches;
  if (known === undefined || known.changedAt === null || known.bytes !== file.bytes) return 'unknown';
  return isSameTime(known.changedAt, file.changedAt) ? 'own' : 'other';
}
