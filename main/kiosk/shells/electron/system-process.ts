/** Process functions that the window needs, replaced in tests. */
import { spawn } from 'node:child_process';

/**
 * Shell script: waits up to 30 seconds for process `$1` to end, then becomes the program in the remaining arguments.
 */
const START_AFTER =
  'n=0; while kill -0 "$1" 2>/dev/null && [ $n -lt 150 ]; do sleep 0.2; n=$((n+1)); done; shift; exec "$@"';

/**
 * Starts a command after process `pid` has ended, from an independent process. Electron's own helper runs from the
 * AppImage's mount, which ends with the program.
 */
export function startAfter(
  pid: number,
  command: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): void {
  // The next start must not use paths of the present mount.
  const { APPDIR: _appDir, ARGV0: _argv0, OWD: _owd, LD_LIBRARY_PATH: _libraries, ...rest } = env;
  spawn('/bin/sh', ['-c', START_AFTER, 'take-a-number', String(pid), ...command], {
    detached: true,
    stdio: 'ignore',
    cwd: '/',
    env: rest,
  }).unref();
}

export interface SystemProcess {
  readonly platform: NodeJS.Platform;
  readonly pid: number;
  /** The program first; from the sources also the path of the app. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether `npm start` supervises this process and restarts it on request. */
  readonly isWatched: boolean;
  /** Whether the starter of the program reads standard error. */
  readonly isRead: boolean;
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (reason: unknown) => void): unknown;
  once(event: NodeJS.Signals | 'disconnect', listener: () => void): unknown;
  /** Prints a line for the starter of the program. */
  say(line: string): void;
  /** Reports how the program started, for a waiting starter. */
  tell(line: string): void;
  startAfter: typeof startAfter;
}

/** Functions of the present process. */
export function systemProcess(env: SystemProcess['env']): SystemProcess {
  return {
    platform: process.platform,
    pid: process.pid,
    argv: process.argv,
    env,
    isWatched: process.connected,
    isRead: process.stderr.isTTY === true || process.connected,
    on: (event, listener) => process.on(event, listener),
    once: (event, listener) => process.once(event as 'disconnect', listener),
    say: (line) => void process.stderr.write(`${line}\n`),
    tell: (line) => void process.stdout.write(`${line}\n`),
    startAfter,
  };
}
