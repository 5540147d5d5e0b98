/**
 * Append-only file of lines, each synced to disk.
 *
 * A write resolves after the sync. The file is compacted when it is opened and when it is full. A power cut during that
 * leaves the old file unchanged.
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

/** The file as left by the previous run. */
export interface LeftLines {
  readonly lines: readonly string[];
  readonly origin: LineFileOrigin;
  /** Whether the mark belongs to this file, which can have grown since. */
  readonly isMarked: boolean;
  /** Its ctime: epoch milliseconds; null without a file. */
  readonly changedAt: number | null;
}

export interface LineFile {
  /** Rejects when the file is unreadable, and leaves it unchanged. */
  readonly left: Promise<LeftLines>;
  /**
   * Resolves with true when it is on disk, or with false after a failure or timeout. `make` creates the line in its
   * turn, after all earlier ones. From then on `keep` must include it, if it is still needed.
   */
  write(make: () => string): Promise<boolean>;
  close(): Promise<void>;
}

export interface LineFileOptions {
  readonly path: string;
  readonly log: Log;
  /** Event to log when the disk fails. */
  readonly failure: EventWith<'error', 'error'>;
  /** Lines to keep when the file is compacted. */
  keep(): readonly string[];
}

/** A slower disk counts as broken, and must not delay a visitor. */
const DISK_MS = 1_000;
const FULL_BYTES = 1_000_000;
const NEWLINE = 0x0a;

export function openLineFile({ path, log, failure, keep }: LineFileOptions): LineFile {
  let file: FileHandle | null = null;
  let size = 0;
  let head = 0;
  let failed = false;
  /** Content of the mark. */
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
    // Only a killed program leaves half a line after marked lines, at any time after the last one.
    const isGoneOn = isTorn && matches.some(({ bytes }) => bytes > 0 && bytes < text.length);
    const origin = isGoneOn ? 'own' : originOf(noted, found);
    const isMarked = matches.some(({ bytes }) => bytes > 0);
    // A program killed before the next line is on disk does not turn another file into its own.
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

  /**
   * Closes the file after a failure: a line after a torn one would be lost with it, so the next write creates a new
   * file.
   */
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

  /** Marks the last line on disk. */
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
