/**
 * The log of the running program, to standard error, through pino: one JSON line an event. On a terminal, where a person
 * reads, only what is out of order, in words.
 */
import { destination, pino } from 'pino';
import type { Log } from '../context.ts';
import { readableLine } from './readable-line.ts';

/** @param isTerminal whether a person reads it; else programs do. */
export function openLog(level = 'info', isTerminal: boolean = process.stderr.isTTY === true): Log {
  const out = destination({ fd: 2, sync: true });
  const logger = pino(
    {
      level: isTerminal && level === 'info' ? 'warn' : level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
    },
    isTerminal ? { write: (line: string) => void out.write(readableLine(line)) } : out,
  );
  return {
    info: (event, data) => logger.info({ event, ...data }),
    warn: (event, data) => logger.warn({ event, ...data }),
    error: (event, data) => logger.error({ event, ...data }),
  };
}
