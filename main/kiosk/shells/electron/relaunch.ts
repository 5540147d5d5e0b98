/** Restart of the program, by the method of its environment. */
import type { App } from 'electron';
import type { Log } from '../../../lib/context.ts';
import { RESTART_EXIT_CODE } from '../../../lib/restart-exit-code.ts';
import type { SystemProcess } from './system-process.ts';

export interface Relaunch {
  /** The command line of this start: the program first. */
  readonly argv: readonly string[];
  /** False where a supervisor restarts the program with its own command line. */
  readonly takesSwitches: boolean;
  /**
   * Ends this process and starts the next. `switches` come first: Electron on Windows rejects a command line with
   * anything after a URL, and ours can end with one.
   */
  now(switches: readonly string[]): void;
  /**
   * Requests a restart after the normal end of the program.
   * @returns the exit code for that end
   */
  atEnd(): number;
}

export interface RelaunchParts {
  readonly app: Pick<App, 'relaunch' | 'exit'>;
  readonly system: SystemProcess;
  /** Path of the running AppImage; null without one. */
  readonly appImage: string | null;
  readonly log: Log;
}

export function createRelaunch({ app, system, appImage, log }: RelaunchParts): Relaunch {
  // systemd sets the id of the process that it started; child processes inherit the variable (systemd.exec(5)).
  const isWatched = system.isWatched || system.env.SYSTEMD_EXEC_PID === String(system.pid);
  const starter = isWatched ? 'watcher' : appImage === null ? 'electron' : 'appimage';
  /** The next process starts when this one has ended. */
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
      // A child would be ended with this process, or run next to the supervisor's new process.
      if (isWatched) return app.exit(RESTART_EXIT_CODE);
      begin(switches);
      app.exit(0);
    },
  };
}
