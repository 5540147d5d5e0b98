// Makes a fresh clone ready to run: packages, the Node version that the program needs, the built program.
// Runs on Node 20 with nothing installed, so it imports nothing but Node itself. Everything it says goes to
// standard error: standard output belongs to the program.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseNode, thisMachine } from './find-node.mjs';
import { npmCommand } from './npm.mjs';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export function say(line) {
  process.stderr.write(`${line}\n`);
}

export class PreparationError extends Error {}

/** Runs a command to its end; its standard output goes to our standard error. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 2, 2], ...options });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new PreparationError(`${command} ${args.join(' ')} ended with ${signal ?? code}`));
    });
  });
}

function modifiedAt(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}

/**
 * The packages of the lockfile: installed when there are none, or when the lockfile is newer than they are. Not by
 * `npm ci`, which would fetch all of them again for the sake of one.
 */
export async function ensurePackages() {
  const installed = modifiedAt(join(ROOT, 'node_modules', '.package-lock.json'));
  if (installed > 0 && installed >= modifiedAt(join(ROOT, 'package-lock.json'))) return;
  say('Installing the packages of package-lock.json …');
  const { command, first, shell } = npmCommand();
  await run(command, [...first, 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], { shell });
}

/** The Node that the program runs on. */
export function findNode() {
  const { node, problem } = chooseNode(thisMachine(), ROOT, existsSync);
  if (node === undefined) throw new PreparationError(problem);
  return node;
}

const SOURCES = ['main', 'renderer', 'assets', 'vite.main.config.ts', 'vite.renderer.config.ts', 'package-lock.json'];

function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  // The folder's own time counts too: it tells of a file that was removed.
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), stat.mtimeMs);
}

/** Builds program and pages when a source is newer than the last build. */
export async function ensureBuilt(node) {
  const stamp = join(ROOT, 'dist', '.built');
  const started = Date.now();
  if (modifiedAt(stamp) > Math.max(...SOURCES.map((source) => newest(join(ROOT, source))))) return;
  say('Building the program and its pages …');
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  for (const config of ['vite.renderer.config.ts', 'vite.main.config.ts']) {
    await run(node, [vite, 'build', '--config', config, '--logLevel', 'warn']);
  }
  writeFileSync(stamp, `${new Date(started).toISOString()}\n`);
}

/** Packages, Node and build, in this order; gives the Node to run with. */
export async function prepare({ build = true } = {}) {
  await ensurePackages();
  const node = findNode();
  if (build) await ensureBuilt(node);
  return node;
}
