/** Starts the built program as a child, as a user would. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SMALL, smallEnvironment } from '../scripts/lib/memory-flags.mjs';

const READY_DEADLINE_MS = 60_000;

export interface Running {
  readonly address: string;
  readonly pid: number;
  /** From the start of the process to its line `ready …`. */
  readonly readyMs: number;
  stop(): Promise<void>;
  /** As a power cut does it. */
  kill(): Promise<void>;
}

export async function makeDataDir(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'take-a-number-bench-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
}

export const startScript = (script: string, args: readonly string[]): Promise<Running> => start([script, ...args]);

/** @param command what Node is given, a script among it. */
async function start(command: readonly string[]): Promise<Running> {
  const started = performance.now();
  const name = command.find((word) => !word.startsWith('-')) ?? '';
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: smallEnvironment(process.env),
  });
  const address = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${name} did not get ready`)), READY_DEADLINE_MS);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('ready ')) return;
      clearTimeout(timer);
      resolve(line.slice('ready '.length));
    });
  });
  const readyMs = performance.now() - started;
  return {
    address,
    pid: child.pid ?? 0,
    readyMs,
    async stop() {
      child.kill('SIGTERM');
      await ended(child);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended(child);
    },
  };
}

export type StartProgram = (dataDir: string, ...flags: readonly string[]) => Promise<Running>;

/** The program that was built in this folder, another checkout of it for instance. */
export const programIn =
  (folder: string): StartProgram =>
  (dataDir, ...flags) =>
    start([...SMALL, join(folder, 'dist/main/serve.js'), '--port', '0', '--data', dataDir, ...flags]);

export const startProgram = programIn('.');
