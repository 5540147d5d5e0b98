/** Log of the demos: faults only, with a limit per minute. */
import { type Clock, type Log, silentLog } from '../../lib/context.ts';
import { createLogLimit } from '../../rest/log-limit.ts';

export function createDemoLog(log: Log, clock: Clock): Log {
  const mayLog = createLogLimit(clock, (count) => log.warn('demo.lines-skipped', { count }));
  // Callers read the property for each line.
  return {
    info: silentLog.info,
    get warn() {
      return mayLog() ? log.warn : silentLog.warn;
    },
    get error() {
      return mayLog() ? log.error : silentLog.error;
    },
  };
}
