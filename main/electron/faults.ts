/** A fault in the main process ends the program, so that it is seen, logged and started anew. */
import type { App } from 'electron';
import type { Log } from '../context.ts';
import type { SystemProcess } from './system-process.ts';

/** Electron itself only warns of a promise that nobody heard failing, and the kiosk would go on half. */
export function endOnFault(system: Pick<SystemProcess, 'on'>, app: Pick<App, 'exit'>, log: Log): void {
  const end = (reason: unknown): void => {
    const error = reason instanceof Error ? reason : new Error(String(reason));
    log.error('program.fault', { detail: error.stack });
    app.exit(1);
  };
  system.on('uncaughtException', end);
  system.on('unhandledRejection', end);
}
