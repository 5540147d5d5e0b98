/** Uncaught errors: log, then restart. */
import type { App } from 'electron';
import type { Clock, Log } from '../../../lib/context.ts';
import type { Relaunch } from './relaunch.ts';
import type { SystemProcess } from './system-process.ts';

/** Who lives less long than this would only fail again, and again; and whoever starts it has to see that. */
export const LIVED_MS = 60_000;

interface FaultParts {
  readonly system: Pick<SystemProcess, 'on'>;
  readonly app: Pick<App, 'exit' | 'isPackaged'>;
  readonly relaunch: Pick<Relaunch, 'now' | 'takesSwitches'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/**
 * Electron itself only warns of a promise that nobody heard failing, and the kiosk would go on half. An installed kiosk that nobody
 * watches over starts itself anew.
 */
export function endOnFault({ system, app, relaunch, clock, log }: FaultParts): void {
  const startedAt = clock.now();
  const end = (reason: unknown): void => {
    const error = reason instanceof Error ? reason : new Error(String(reason));
    log.error('app.unexpected-error', { error: error.stack });
    // Whoever watches over it reads from the exit code that it was a fault.
    const isAlone = app.isPackaged && relaunch.takesSwitches;
    if (isAlone && clock.now() - startedAt >= LIVED_MS) relaunch.now([]);
    else app.exit(1);
  };
  system.on('uncaughtException', end);
  system.on('unhandledRejection', end);
}
