/** `npm start` for a test: as one of two people, on a screen or without one, with a runtime and a browser of the test's. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { openPage } from '../../bench/kiosk-page.ts';
import { hearChild } from '../helpers/hear-child.ts';

export const ROOT = resolve(import.meta.dirname, '../..');
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Who starts it. `self` is root in a container, and whoever runs the tests elsewhere. */
export type Person = 'root' | 'user';
/** Why a test for that person cannot run here; null when it can. */
export function cannotBe(person: Person): string | null {
  return person === 'root' && !isRoot ? 'the tests do not run as root here' : null;
}

const idOf = (person: Person): { readonly uid?: number; readonly gid?: number } =>
  person === 'user' && isRoot ? { uid: NOBODY, gid: NOBODY } : {};

/** A folder that this person may write to. */
export function folderOf(person: Person, name = 'take-a-number-start-'): string {
  const path = mkdtempSync(join(tmpdir(), name));
  const { uid, gid } = idOf(person);
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return path;
}

/** A folder that everybody can read and run programs from. */
export function openFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'take-a-number-runtime-'));
  chmodSync(path, 0o755);
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return path;
}

export function writeProgram(path: string, text: string): void {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

/**
 * What stands where Electron's runtime would: a shell script that gets the folder of the program and its flags. Its
 * sandbox helper has the rights that it needs, so that the start of the runtime is tried on every system.
 */
export function runtimeThat(script: string): string {
  const folder = openFolder();
  writeProgram(join(folder, 'electron'), `#!/bin/sh\n${script}\n`);
  writeProgram(join(folder, 'chrome-sandbox'), '');
  if (isRoot) chmodSync(join(folder, 'chrome-sandbox'), 0o4755);
  return folder;
}

/**
 * A runtime that does its work: the real program in this very process, which tells its number and ends with 9 on SIGUSR2.
 * @param root whose program that is
 */
export function runtimeThatRuns(root = ROOT): { readonly folder: string; readonly pidFile: string } {
  const folder = runtimeThat('');
  const pidFile = join(folderOf('user'), 'pid');
  writeFileSync(
    join(folder, 'program.mjs'),
    `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
// As a browser's helpers do, it lives on when the program dies, and has the same output.
const helper = spawn('sleep', ['1000'], { stdio: 'inherit' });
helper.unref();
writeFileSync(${JSON.stringify(pidFile)}, process.pid + ' ' + helper.pid);
process.on('exit', (code) => code === 0 && helper.kill());
process.on('SIGUSR2', () => process.exit(9));
process.argv.splice(2, 1);
await import(${JSON.stringify(join(root, 'dist/main/serve.js'))});
`,
  );
  writeProgram(join(folder, 'electron'), `#!/bin/sh\nexec "${process.execPath}" "${folder}/program.mjs" "$@"\n`);
  return { folder, pidFile };
}

/** Process number of the runtime, and of the helper that it started. */
export function processesIn(pidFile: string): readonly [number, number] {
  const [runtime = 0, helper = 0] = readFileSync(pidFile, 'utf8').split(' ').map(Number);
  return [runtime, helper];
}

/** A screen that answers, and shows nothing. */
export async function screen(): Promise<Readonly<Record<string, string>>> {
  const path = join(openFolder(), 'wayland-0');
  const server = createServer((socket) => socket.on('error', () => {}));
  await new Promise<void>((tell) => void server.listen(path, tell));
  chmodSync(path, 0o777);
  onTestFinished(() => void server.close());
  return { DISPLAY: '', WAYLAND_DISPLAY: path };
}

export const NO_SCREEN = { DISPLAY: '', WAYLAND_DISPLAY: '' };

export interface Start {
  readonly child: ChildProcess;
  /** The address, once it is ready; fails when it ends before. */
  readonly ready: Promise<string>;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
  /** What it has said to the person so far: standard error without the log. */
  told(): readonly string[];
  /** Ends it as a person does, and gives what it had printed. */
  stop(): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

export interface StartOptions {
  readonly person?: Person;
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  /** Folder of the sources; without it this one. */
  readonly root?: string;
  /** A command that the whole is run by. */
  readonly by?: readonly string[];
}

export function npmStart({ person = 'user', env = {}, flags = [], root = ROOT, by = [] }: StartOptions): Start {
  const home = folderOf(person);
  const [command = '', ...args] = [...by, process.execPath, join(root, 'scripts/start.mjs'), ...flags];
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, HOME: home, XDG_DATA_HOME: '', XDG_RUNTIME_DIR: '', BROWSER: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...idOf(person),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let err = '';
  child.stderr.on('data', (text) => {
    err += String(text);
  });
  const { said, ended } = hearChild(child);
  const ready = new Promise<string>((tell, reject) => {
    child.stdout.on('data', () => {
      const address = /^ready (https?:\/\/\S+)\n/m.exec(said())?.[1];
      if (address !== undefined) tell(address);
    });
    void ended.then((end) => reject(new Error(`ended with ${end.code}: ${end.err}`)));
  });
  ready.catch(() => {});
  return {
    child,
    ready,
    ended,
    told: () => err.split('\n').filter((line) => line !== '' && !line.startsWith('{')),
    async stop() {
      await ready;
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** A visitor at the kiosk page takes a ticket; gives its label. The page may have a token behind its address. */
export async function takeTicket(address: string): Promise<string> {
  const page = await openPage(address);
  try {
    page.call('fits', { choices: 1000 });
    await page.until(({ screen: { name } }) => name === 'idle');
    page.call('touchService', { serviceId: 'passports', priority: false });
    const issued = await page.until(({ screen: { name } }) => name === 'take-ticket' || name === 'problem');
    const label = /"(?:label|number)":"([A-Z]+\d+)"/.exec(JSON.stringify(issued))?.[1];
    if (label === undefined) throw new Error(`no ticket: ${JSON.stringify(issued).slice(0, 2_000)}`);
    // The next visitor need not wait until the screen goes by itself.
    page.call('done', {});
    await page.until(({ screen: { name } }) => name === 'idle');
    return label;
  } finally {
    page.close();
  }
}

/** A folder of the commands of this system, without browsers: there are thousands, so one for all tests of a file, which removes it. */
export function systemCommands(): string {
  const folder = mkdtempSync(join(tmpdir(), 'take-a-number-commands-'));
  chmodSync(folder, 0o755);
  spawnSync('sh', ['-c', `ln -s /usr/bin/* "${folder}/"; cd "${folder}"; rm -f *chrom* *edge* *brave* *firefox*`]);
  return folder;
}

/** Where commands are found: first these, name → shell script, then those of the system. */
export function commandsWith(scripts: Readonly<Record<string, string>>, system: string): string {
  const folder = openFolder();
  for (const [name, script] of Object.entries(scripts)) writeProgram(join(folder, name), `#!/bin/sh\n${script}\n`);
  return [folder, system].join(delimiter);
}
