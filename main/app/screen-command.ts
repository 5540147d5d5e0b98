/**
 * Screen on and off by configured commands.
 *
 * Runs without a shell and without text from a request.
 */
import { execFile } from 'node:child_process';

export interface ScreenCommands {
  /** Program and arguments, separated by spaces. */
  readonly on: string;
  readonly off: string;
}

/** Deadline, after which the command is killed. */
const END_MS = 10_000;

/** Resolves with an error message; null on success. */
export function screenSwitch(commands: ScreenCommands, endMs = END_MS): (on: boolean) => Promise<string | null> {
  return (on) =>
    new Promise((resolve) => {
      const [file = '', ...args] = (on ? commands.on : commands.off).split(/\s+/).filter(Boolean);
      execFile(file, args, { timeout: endMs, killSignal: 'SIGKILL', windowsHide: true }, (error) => {
        if (error === null) resolve(null);
        else resolve(error.killed === true ? `it did not finish within ${endMs / 1_000} s` : error.message.trim());
      });
    });
}
