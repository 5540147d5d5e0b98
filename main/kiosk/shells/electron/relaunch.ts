/** Restart of the program, by the method of its environment. */
import type { App } from 'electron';
import type { Log } from '../../../lib/context.ts';
import { RESTART_EXIT_CODE } from '../../../lib/restart-exit-code.ts';
import type { SystemProcess } from './system-process.ts';

export interface Relaunch {
  /** The command line of this start: the program first. */
  readonly argv: readonly string[];
  /** False where whoever starts the program anew uses a command line of its own. */
  readonly takesSwitches: boolean;
  /**
   * Ends this process and starts the next. `switches` are put before everything else: Electron on Windows refuses a
   * command line in which anything follows an address, and ours may end with one.
   */
  now(switches: readonly string[]): void;
  /**
   * Ends the program as ever, and has it started anew when it is over.
   *
   * @returns the exit code for that end.
   */
  atEnd(): number;
}

export interface RelaunchParts {
  readonly app: Pick<App, 'relaunch' | 'exit'>;
  readonly system: SystemProcess;
  /** Path of the AppImage that is running; null: it is none. */
  readonly appImage: string | null;
  readonly log: Log;
}

export function createRelaunch({ app, system, appImage, log }: RelaunchParts): Relaunch {
  // systemd names the very process that it started, and its name is inherited by all that this one starts
  // (systemd.exec(5)).
  const isWatched = system.isWatched || system.env.SYSTEMD_EXEC_PID === String(system.pid);
  const starter = isWatched ? 'watcher' : appImage === null ? 'electron' : 'appimage';
  /** The next one comes when this process is gone. */
  function begin(switches: readonly string[]): void {
    const args = [...switches, ...system.argv.slice(1)];
    if (appImage === null) app.relaunch({ args });
    else system.startAfter(system.pid, [appImage, ...args], system.env);
  }
  return {
    argv: system.argv,
    takesSwitches: !isWatched,
    atEnd() {
      log.info('app.restart-requested', { by: starter });
      if (isWatched) return RESTART_EXIT_CODE;
      begin([]);
      return 0;
    },
    now(switches) {
      log.error('app.relaunch-scheduled', {
        switches,
        by: starter,
      });
      // Whatever it left behind would be ended together with this process, or stand beside the next one.
      if (isWatched) return app.exit(RESTART_EXIT_CODE);
      begin(switches);
      app.exit(0);
    },
  };
}
