/** Relaunch that waits for the previous process to end. */
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
