/** The built program as people start it, with a clock that is turned from here. Linux only: it is weighed by /proc. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { SERVE_SMALL, smallEnvironment } from '../../../scripts/lib/memory-flags.mjs';

const READY_DEADLINE_MS = 60_000;
const MIB = 1024 * 1024;

export interface Weight {
  /** What is the process's own of its memory, in MiB. */
  readonly own: number;
  /** Of the main thread, after what is not needed any more was collected, in MiB. */
  readonly heap: number;
}

export interface TurnedProgram {
  readonly address: string;
  /** Epoch milliseconds, by the program's clock. */
  turn(ms: number, step?: number): Promise<number>;
  /** As it is, without anything being collected before, in MiB. */
  own(): number;
  weigh(): Promise<Weight>;
  stop(): Promise<void>;
}

function answer<T>(child: ChildProcess, message: object): Promise<T> {
  return new Promise((found, failed) => {
    const ended = (code: number | null): void => failed(new Error(`the program ended with ${code}`));
    const hear = (said: unknown): void => {
      // The program tells whoever started it other things too.
      if (typeof said !== 'object' || said === null || !('weekly' in said)) return;
      child.off('exit', ended).off('message', hear);
      found(said.weekly as T);
    };
    child.once('exit', ended).on('message', hear);
    child.send(message);
  });
}

export async function startTurned(...flags: readonly string[]): Promise<TurnedProgram> {
  const before = ['--import', resolve(import.meta.dirname, 'turn-clock.mjs')];
  const child = spawn(process.execPath, [...before, ...SERVE_SMALL, '--port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: smallEnvironment(process.env),
  });
  const address = await new Promise<string>((found, failed) => {
    const late = setTimeout(() => failed(new Error('the program did not get ready')), READY_DEADLINE_MS);
    child.once('exit', (code) => failed(new Error(`the program ended with ${code}`)));
    createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
      if (!line.startsWith('ready ')) return;
      clearTimeout(late);
      found(line.slice('ready '.length));
    });
  });
  const own = (): number => {
    const status = readFileSync(join('/proc', String(child.pid), 'status'), 'utf8');
    return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
  };
  return {
    address,
    own,
    async turn(ms, step = ms) {
      return (await answer<{ turned: number }>(child, { turn: ms, step })).turned;
    },
    async weigh() {
      const { heap } = await answer<{ heap: number }>(child, { weigh: true });
      return { own: own(), heap: heap / MIB };
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
