/**
 * The log of the running program, to standard error, through pino: one JSON line an event. On a terminal, where a person
 * reads, only what is out of order, in words. Lines that cannot be written are dropped and counted (`log.dropped`).
 */

import { writeSync } from 'node:fs';
import { pino } from 'pino';
import type { Log } from '../context.ts';
import { readableLine } from './readable-line.ts';

const RETRY_MS = 10;
/** How long one line may wait for a reader that is behind; zero while lines are being dropped. */
const MAX_WAIT_MS = 500;
const pause = new Int32Array(new SharedArrayBuffer(4));
const STANDARD_ERROR = 2;
const WARN = 40;

const droppedLine = (lines: number): string =>
  `${JSON.stringify({ level: WARN, time: new Date().toISOString(), event: 'log.dropped', lines })}\n`;

/**
 * @param wanted least severe level; null: `info`, and `warn` on a terminal
 * @param isTerminal whether a person reads it; else programs do.
 */
export function openLog(
  wanted: 'info' | 'warn' | 'error' | null = null,
  isTerminal: boolean = process.stderr.isTTY === true,
  put: (bytes: Uint8Array) => number = writeTo(STANDARD_ERROR),
): Log {
  const shown = (line: string): string => (isTerminal ? readableLine(line) : line);
  const out = lossyOutput(put, (lines) => shown(droppedLine(lines)));
  const logger = pino(
    {
      level: wanted ?? (isTerminal ? 'warn' : 'info'),
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
    },
    { write: (line: string) => out.write(shown(line)) },
  );
  return {
    info: (event, data) => logger.info({ event, ...data }),
    warn: (event, data) => logger.warn({ event, ...data }),
    error: (event, data) => logger.error({ event, ...data }),
  };
}

interface LossyOutput {
  write(line: string): void;
}

/**
 * Log output that drops lines which cannot be written, and counts them.
 *
 * A full disk under a redirected standard error must neither end the program nor fill its memory.
 * @param put writes some bytes and returns how many it took, as `fs.writeSync`
 * @param report makes the line that says how many lines were lost
 */
function lossyOutput(put: (bytes: Uint8Array) => number, report: (dropped: number) => string): LossyOutput {
  let dropped = 0;
  /** The last write ended within a line. */
  let isTorn = false;

  function writeAll(text: string): boolean {
    let bytes: Uint8Array = Buffer.from(text);
    const whole = bytes.length;
    let leftMs = dropped > 0 ? 0 : MAX_WAIT_MS;
    while (bytes.length > 0) {
      try {
        bytes = bytes.subarray(put(bytes));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN' && leftMs > 0) {
          Atomics.wait(pause, 0, 0, RETRY_MS);
          leftMs -= RETRY_MS;
          continue;
        }
        isTorn ||= bytes.length < whole;
        return false;
      }
    }
    isTorn = false;
    return true;
  }

  return {
    write(line) {
      const before = `${isTorn ? '\n' : ''}${dropped > 0 ? report(dropped) : ''}`;
      if (before !== '' && !writeAll(before)) {
        dropped += 1;
        return;
      }
      if (before !== '') dropped = 0;
      if (!writeAll(line)) dropped += 1;
    },
  };
}

/** @param fd an open file descriptor, such as 2 */
const writeTo =
  (fd: number) =>
  (bytes: Uint8Array): number =>
    writeSync(fd, bytes);
