/**
 * Process functions that the window needs.
 *
 * A test gives one of another system.
 */
import { spawn } from 'node:child_process';

/**
 * Waits for a process to end, for at most 30 seconds, and becomes the program: `$1` is the process, the rest the
 * command line.
 */
const START_AFTER =
  'n=0; while kill -0 "$1" 2>/dev/null && [ $n -lt 150 ]; do sleep 0.2; n=$((n+1)); done; shift; exec "$@"';

/**
 * Starts a command once process `pid` has ended, from a process that needs nothing of it. Electron's own helper runs
 * from the folder in which the AppImage is mounted, and that is gone with the program.
 */
export function startAfter(
  pid: number,
  command: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): void {
  // The mount's own paths must not lead the next start into it.
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
  /** Whether `npm start` watches over this process: it starts it anew when it asks for that. */
  readonly isWatched: boolean;
  /** Whether somebody who started the program reads what it writes to standard error. */
  readonly isRead: boolean;
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (reason: unknown) => void): unknown;
  once(event: NodeJS.Signals | 'disconnect', listener: () => void): unknown;
  /** A line for whoever started the program. */
  say(line: string): void;
  /** A line that says how the program came up, for whoever waits for it. */
  tell(line: string): void;
  startAfter: typeof startAfter;
}

/** The process that runs this. */
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
