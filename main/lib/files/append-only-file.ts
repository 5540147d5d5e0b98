/**
 * Append-only file of lines, each synced to disk.
 *
 * Each is on the disk before anybody goes on. When it is opened and when it is full it is written anew with what is
 * still of use. One that is torn by a power cut on the way leaves the old file as it was.
 */

import { type FileHandle, mkdir, open as openFile, readFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Log } from '../context.ts';
import { messageOf } from '../error-message.ts';
import type { EventWith } from '../logging/events.ts';
import { keepNames } from './fsync-directory.ts';
import {
  headOf,
  type LineFileOrigin,
  matchesOf,
  NO_FILE,
  originOf,
  readMark,
  type Written,
  writeMark,
} from './line-mark.ts';
import { inTime } from './with-timeout.ts';

/** The file as the program before this one left it. */
export interface LeftLines {
  readonly lines: readonly string[];
  readonly origin: LineFileOrigin;
  /** Whether the mark is that of this file, which may have grown since. */
  readonly isMarked: boolean;
  /** Its ctime: epoch milliseconds; null: there is no file. */
  readonly changedAt: number | null;
}

export interface LineFile {
  /** Rejects when there is a file that cannot be read; then it stays as it is. */
  readonly left: Promise<LeftLines>;
  /**
   * Resolves when it is on the disk (true), or the disk has failed or had its time. `make` gives the line in its turn, behind
   * all that was written before; from then on `keep` is to give it too, if it is of use.
   */
  write(make: () => string): Promise<boolean>;
  close(): Promise<void>;
}

export interface LineFileOptions {
  readonly path: string;
  readonly log: Log;
  /** Event that is logged when the disk fails. */
  readonly failure: EventWith<'error', 'error'>;
  /** What is still of use. */
  keep(): readonly string[];
}

/** A disk that takes longer is broken, and must not keep a visitor waiting. */
const DISK_MS = 1_000;
const FULL_BYTES = 1_000_000;
const NEWLINE = 0x0a;

export function openLineFile({ path, log, failure, keep }: LineFileOptions): LineFile {
  let file: FileHandle | null = null;
  let size = 0;
  let head = 0;
  let failed = false;
  /** What the mark says. */
  let marked: readonly Written[] = [];

  const onFailure = (error: unknown): void => {
    if (!failed) log.error(failure, { error: messageOf(error) });
    failed = true;
  };

  async function readLeft(): Promise<LeftLines> {
    const noted = readMark(path);
    const changedAt = await stat(path).then(
      ({ ctimeMs }) => ctimeMs,
      () => null,
    );
    const text = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    const found = text === null ? null : { head: headOf(text), bytes: text.length, changedAt };
    const matches = matchesOf(noted, found);
    const isTorn = text !== null && text.length > 0 && text.at(-1) !== NEWLINE;
    // Only a program that was killed leaves half a line behind lines that are marked, however long after the last one.
    const isGoneOn = isTorn && matches.some(({ bytes }) => bytes > 0 && bytes < text.length);
    const origin = isGoneOn ? 'own' : originOf(noted, found);
    const isMarked = matches.some(({ bytes }) => bytes > 0);
    // A program that is killed before the next line is on the disk does not make another file its own.
    marked = origin === 'other' ? noted : [...matches, found === null ? NO_FILE : { ...found, changedAt: null }];
    return { lines: (text?.toString() ?? '').split('\n').filter((line) => line !== ''), origin, isMarked, changedAt };
  }

  async function writeAnew(): Promise<void> {
    await giveUp();
    const text = keep()
      .map((line) => `${line}\n`)
      .join('');
    const bytes = Buffer.byteLength(text);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const anew = await openFile(`${path}.new`, 'w', 0o600);
    try {
      await anew.writeFile(text);
      await anew.datasync();
      await writeMark(path, [...marked, { head: headOf(text), bytes, changedAt: null }], true);
      await rename(`${path}.new`, path);
      await keepNames(dirname(path));
    } catch (error) {
      await anew.close().catch(onFailure);
      throw error;
    }
    file = anew;
    size = bytes;
    head = headOf(text);
  }

  /** The next line is written into a file of its own: behind half a line it would be lost with that. */
  async function giveUp(): Promise<void> {
    const old = file;
    file = null;
    await old?.close().catch(onFailure);
  }

  async function append(make: () => string): Promise<void> {
    let text = '';
    try {
      if (!(await readable)) throw new Error('the file cannot be read');
      if (file === null || size > FULL_BYTES) await writeAnew();
    } finally {
      text = `${make()}\n`;
    }
    if (size === 0) head = headOf(text);
    size += Buffer.byteLength(text);
    try {
      await file?.appendFile(text);
      await file?.datasync();
    } catch (error) {
      await giveUp();
      throw error;
    }
    failed = false;
  }

  /** Of the line that is on the disk. */
  async function mark(): Promise<void> {
    const found = await file?.stat();
    if (found === undefined) return;
    marked = [{ head, bytes: size, changedAt: found.ctimeMs }];
    await writeMark(path, marked, false);
  }

  const left = readLeft();
  const readable = left.then(
    () => true,
    (error: unknown) => {
      onFailure(error);
      return false;
    },
  );
  let queue: Promise<void> = readable.then(() => undefined);

  return {
    left,
    async write(make) {
      let isKept = false;
      queue = queue
        .then(async () => {
          await append(make);
          isKept = true;
          await mark();
        })
        .catch(onFailure);
      await inTime(queue, { ms: DISK_MS, onFailure });
      return isKept;
    },
    async close() {
      // Waits for pending writes, however late: a later one would open the file again.
      queue = queue.then(giveUp);
      await inTime(queue, { ms: DISK_MS, onFailure });
    },
  };
}
