/**
 * Beside a file of lines: how far it was written, and when by the disk.
 *
 * So a file that was cut at the end of a line, or restored from a copy a moment ago, is known as such. The mark is written behind each
 * line and never before it: after a power cut it may say less than the file has, not more.
 */
import { readFileSync } from 'node:fs';
import { open as openFile, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/** One file in which lines were written. */
export interface Written {
  /** Checksum of its first line: each new file has another time there. */
  readonly head: number;
  readonly bytes: number;
  /** Its ctime in epoch milliseconds; null: it is not known. */
  readonly changedAt: number | null;
}

/** `own`: written last by this machine. `other`: shorter, restored from a copy, or gone. `unknown`: a program ended between line and mark. */
export type LineFileOrigin = 'own' | 'other' | 'unknown';

/** Before the first file: a program that is killed before that is in its place leaves none. Matches every file. */
export const NO_FILE: Written = { head: 0, bytes: 0, changedAt: null };

export const markPath = (path: string): string => `${path}.mark`;

/** @param content of the file, or its begin */
export const headOf = (content: Buffer | string): number => crc32(content.toString().split('\n', 1)[0] ?? '');

/** One block of the disk: it is replaced as a whole. */
const MARK_BYTES = 512;
/** More are left only by programs that were killed again and again. */
const MAX_FILES = 4;
/** exFAT keeps times in steps of 10 ms; some file systems in seconds, FAT in two. */
const TIME_STEP_MS = 20;
const COARSE_STEP_MS = 2_000;

const isSameTime = (noted: number, found: number): boolean =>
  Math.abs(noted - found) <= (found % 1_000 === 0 ? COARSE_STEP_MS : TIME_STEP_MS);

const isWritten = (value: Partial<Written> | null): value is Written =>
  Number.isSafeInteger(value?.head) &&
  Number.isSafeInteger(value?.bytes) &&
  (value?.changedAt === null || Number.isFinite(value?.changedAt));

/** Read when a program starts, before anything is written. Empty: there is none that can be read. */
export function readMark(path: string): readonly Written[] {
  try {
    const { files, crc } = JSON.parse(readFileSync(markPath(path), 'utf8'));
    if (crc !== crc32(JSON.stringify(files)) || !Array.isArray(files)) return [];
    return files.every(isWritten) ? files : [];
  } catch {
    return [];
  }
}

/** @param isSynced whether it must be on the disk before the promise resolves */
export async function writeMark(path: string, written: readonly Written[], isSynced: boolean): Promise<void> {
  try {
    const files = written.slice(-MAX_FILES);
    const text = JSON.stringify({ files, crc: crc32(JSON.stringify(files)) });
    // Written over: to empty it first would leave none for a moment.
    const mark = await openFile(markPath(path), 'r+').catch(() => openFile(markPath(path), 'w', 0o600));
    try {
      await mark.write(`${text.padEnd(MARK_BYTES - 1)}\n`, 0);
      if (isSynced) await mark.datasync();
    } finally {
      await mark.close();
    }
  } catch {
    // One that says too little is worse than none.
    await rm(markPath(path), { force: true }).catch(() => {});
  }
}

/** The files of a mark that this one may be. */
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
  // A file system of Windows keeps this time only once the file is closed.
  if (process.platform === 'win32' || file === null || file.changedAt === null) return 'unknown';
  const [known] = matches;
  if (known === undefined || known.changedAt === null || known.bytes !== file.bytes) return 'unknown';
  return isSameTime(known.changedAt, file.changedAt) ? 'own' : 'other';
}
