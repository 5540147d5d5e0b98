/** The built program as a child process with a database. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { hearChild } from './hear-child.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const LIBFAKETIME = '/usr/$LIB/faketime/libfaketime.so.1';

export interface ProgramChild {
  /** `http://127.0.0.1:port`; rejects if the program ends before it is ready. */
  readonly ready: Promise<string>;
  /** Log entries so far, one JSON object per line. */
  logged(): readonly Readonly<Record<string, unknown>>[];
  /** Exit code and output. */
  readonly ended: ReturnType<typeof hearChild>['ended'];
  kill(signal: NodeJS.Signals): boolean;
}

/** Environment that shifts a process's clock with libfaketime, such as by `+25h`. */
export function wrongClock(offset: string): Readonly<Record<string, string>> {
  return { LD_PRELOAD: LIBFAKETIME, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

/**
 * Killed at the end of the test, or when `atEnd` calls what it is given.
 *
 * @param script the built program, or a file that starts one
 */
export function startProgramChild(
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
  script = 'dist/main/serve.js',
  atEnd: (end: () => Promise<void>) => void = onTestFinished,
): ProgramChild {
  const data = mkdtempSync(join(tmpdir(), 'program-'));
  const args = [script, '--port', '0', '--data', data, '--printer', 'none:', ...flags];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { said, ended } = hearChild(child);
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(data, { recursive: true, force: true });
  });
  const ready = new Promise<string>((tell, reject) => {
    child.stdout.on('data', () => {
      const address = /^ready (http:\/\/\S+)\n/m.exec(said())?.[1];
      if (address !== undefined) tell(address);
    });
    void ended.then(({ code, err }) => reject(new Error(`ended with ${code}: ${err}`)));
  });
  ready.catch(() => {});
  return {
    ready,
    ended,
    logged: () =>
      log
        .split('\n')
        .slice(0, -1)
        .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : [])),
    kill: (signal) => child.kill(signal),
  };
}
