// The built program and pages: built anew when a source has changed. What has changed is told by comparing what the
// sources are with what they were, never by which of two times is the later one: clocks are wrong, by years at times.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runQuietly, say, textOf } from './basics.mjs';

const SOURCES = [
  'main',
  'renderer',
  'assets',
  'vite.main.config.ts',
  'vite.renderer.config.ts',
  'tsconfig.json',
  'package-lock.json',
];
const STAMP = join(ROOT, 'dist', '.built');

function describe(root, path, lines) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) {
    lines.push(`${path} ${stat.size} ${stat.mtimeMs}`);
    return;
  }
  for (const name of readdirSync(join(root, path)).sort()) describe(root, `${path}/${name}`, lines);
}

/** Names, sizes and times of all sources below `root`, as one short text: another one after any change. */
function fingerprint(root) {
  const lines = [];
  for (const source of SOURCES) describe(root, source, lines);
  return `${createHash('sha256').update(lines.join('\n')).digest('hex')}\n`;
}

/** What a build has made, by the names and sizes of its files: somebody may have deleted some. */
function describeBuilt(root) {
  const made = ['main', 'renderer'].flatMap((folder) => {
    const path = join(root, 'dist', folder);
    const names = existsSync(path) ? readdirSync(path, { recursive: true, encoding: 'utf8' }).sort() : [];
    return names.map((name) => [name, statSync(join(path, name))]);
  });
  const lines = made.filter(([, stat]) => stat.isFile()).map(([name, { size }]) => `${name} ${size}`);
  return `${createHash('sha256').update(lines.join('\n')).digest('hex')}\n`;
}

/** What stands in `dist/.built` when this build is of these sources, and whole. */
export function stampOf(root) {
  return fingerprint(root) + describeBuilt(root);
}

/** Builds program and pages when a source is not what it was at the last build, or what that made is not there. */
export async function ensureBuilt(node, whileAlone) {
  if (textOf(STAMP) === stampOf(ROOT)) return;
  await whileAlone(async () => {
    if (textOf(STAMP) === stampOf(ROOT)) return;
    // Taken before the build: a source that changes meanwhile is built at the next start.
    const sources = fingerprint(ROOT);
    say('Building the program and its pages …');
    rmSync(STAMP, { force: true });
    const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
    for (const config of ['vite.renderer.config.ts', 'vite.main.config.ts']) {
      const args = [vite, 'build', '--config', config, '--logLevel', 'warn'];
      await runQuietly('The program could not be built', node, args);
    }
    writeFileSync(STAMP, sources + describeBuilt(ROOT));
  });
}
