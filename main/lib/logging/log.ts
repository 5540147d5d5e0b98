/**
 * Log of the program to standard error, one line per event.
 *
 * Lines that cannot be written are dropped and counted (`log.lines-dropped`).
 */

import { writeSync } from 'node:fs';
import { pino } from 'pino';
import type { Log } from '../context.ts';
import type { LogFormat, LogLevel } from './event.ts';
import type { EventName } from './events.ts';
import { readableLine, sentenceOf } from './sentence.ts';

const RETRY_MS = 10;
/** How long a line waits for a slow reader; zero while lines are dropped. */
const MAX_WAIT_MS = 500;
const pause = new Int32Array(new SharedArrayBuffer(4));
const STANDARD_ERROR = 2;
const WARN = 40;

const droppedLine = (count: number): string => {
  const event = 'log.lines-dropped';
  const entry = { level: WARN, time: new Date().toISOString(), event, count, msg: sentenceOf(event, { count }) };
  return `${JSON.stringify(entry)}\n`;
};

export interface LogOptions {
  /** Minimum level; null: `info`, and `warn` on a terminal. */
  readonly level?: LogLevel | null;
  /** Null: text on a terminal, otherwise JSON. */
  readonly format?: LogFormat | null;
  readonly isTerminal?: boolean;
  /** Writes some bytes and returns their number, as `fs.writeSync`. */
  readonly put?: (bytes: Uint8Array) => number;
}

export function openLog({
  level = null,
  isTerminal = process.stderr.isTTY === true,
  format = null,
  put = writeTo(STANDARD_ERROR),
}: LogOptions = {}): Log {
  const isText = (format ?? (isTerminal ? 'text' : 'json')) === 'text';
  const shown = (line: string): string => (isText ? readableLine(line) : line);
  const out = lossyOutput(put, (lines) => shown(droppedLine(lines)));
  const logger = pino(
    {
      level: level ?? (isTerminal ? 'warn' : 'info'),
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
    },
    { write: (line: string) => out.write(shown(line)) },
  );
  const method =
    (severity: LogLevel) =>
    (event: EventName, data: object = {}): void => {
      if (logger.isLevelEnabled(severity)) logger[severity]({ event, ...data }, sentenceOf(event, { ...data }));
    };
  return { info: method('info'), warn: method('warn'), error: method('error') };
}

interface LossyOutput {
  write(line: string): void;
}

/**
 * Log output that drops and counts lines which cannot be written. A full disk under a redirected standard error must
 * neither end the program nor fill its memory.
 * @param put writes some bytes and returns their number, as `fs.writeSync`
 * @param report creates the line with the number of dropped lines
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
