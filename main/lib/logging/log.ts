/**
 * The log of the running program, to standard error, through pino: one JSON line an event. On a terminal, where a person
 * reads, only what is out of order, in words. Lines that cannot be written are dropped and counted (`log.dropped`).
 */
import { pino } from 'pino';
import type { Log } from '../context.ts';
import { lossyOutput, writeTo } from './lossy-output.ts';
import { readableLine } from './readable-line.ts';

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
