/** Simulated process of Electron's main script, on a system chosen by the test. */
import { EventEmitter } from 'node:events';
import type { SystemProcess } from '../../../main/kiosk/shells/electron/system-process.ts';
import type { Manner } from './manner.ts';

export interface ProcessFacts {
  readonly argv?: readonly string[];
  readonly env?: SystemProcess['env'];
  readonly isRead?: boolean;
  readonly isWatched?: boolean;
}

export class ProcessStandIn extends EventEmitter implements SystemProcess {
  readonly platform: NodeJS.Platform;
  readonly pid = 4711;
  readonly argv: readonly string[];
  readonly env: SystemProcess['env'];
  readonly isRead: boolean;
  readonly isWatched: boolean;
  /** Lines of standard error and of standard output. */
  readonly said: string[] = [];
  readonly told: string[] = [];
  /** Commands that start once this process has ended. */
  readonly startedAfter: (readonly string[])[] = [];
  /** Unhandled rejections, of which Electron only warns. */
  readonly warned: unknown[] = [];

  constructor(
    { platform }: Manner,
    { argv = ['/opt/kiosk'], env = {}, isRead = true, isWatched = false }: ProcessFacts = {},
  ) {
    super();
    this.platform = platform;
    this.argv = argv;
    this.env = env;
    this.isRead = isRead;
    this.isWatched = isWatched;
  }

  say(line: string): void {
    this.said.push(line);
  }

  tell(line: string): void {
    this.told.push(line);
  }

  startAfter(_pid: number, command: readonly string[]): void {
    this.startedAfter.push(command);
  }

  /** Rejects a promise of the main process without a handler. */
  failUnheard(reason: unknown): void {
    if (!this.emit('unhandledRejection', reason)) this.warned.push(reason);
  }
}
