/**
 * Reboot of this machine with a system command.
 *
 * Runs without a shell and without text from a request.
 */
import { execFile } from 'node:child_process';
import type { Log } from '../lib/context.ts';

type Command = readonly [file: string, args: readonly string[]];

const COMMANDS: Readonly<Partial<Record<NodeJS.Platform, Command>>> = {
  // polkit must allow this for the program's user, because there is no prompt.
  linux: ['/usr/bin/systemctl', ['--no-ask-password', 'reboot']],
  win32: ['shutdown.exe', ['/r', '/t', '0']],
};
const ANSWER_MS = 20_000;

/** Null on systems without such a command. `run` resolves with false when the machine refuses. */
export function machineRestart(
  log: Log,
  platform: NodeJS.Platform = process.platform,
  run: typeof execFile = execFile,
): (() => Promise<boolean>) | null {
  const command = COMMANDS[platform];
  if (command === undefined) return null;
  const [file, args] = command;
  return () =>
    new Promise((resolve) => {
      log.warn('machine.reboot-requested', { command: file });
      run(file, [...args], { timeout: ANSWER_MS, windowsHide: true }, (error) => {
        if (error !== null) log.error('machine.reboot-failed', { error: error.message });
        resolve(error === null);
      });
    });
}
