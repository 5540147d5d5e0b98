/** The log of the running program: one JSON line an event, to standard error, through pino. */
import { destination, pino } from 'pino';
import type { Log } from '../context.ts';

export function openLog(level = 'info'): Log {
  const logger = pino(
    { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    destination({ fd: 2, sync: true }),
  );
  return {
    info: (event, data) => logger.info({ event, ...data }),
    warn: (event, data) => logger.warn({ event, ...data }),
    error: (event, data) => logger.error({ event, ...data }),
  };
}
