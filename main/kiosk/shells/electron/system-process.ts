/**
 * Process functions that the window needs.
 *
 * A test gives one of another system.
 */
import { startAfter } from './delayed-relaunch.ts';

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
