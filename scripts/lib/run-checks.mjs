// Runs the checks that need no tests: format, lint, types, unused exports, size of the pages.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT, say } from './prepare.mjs';

/** Path of a file of an installed package. */
export const bin = (...path) => join(ROOT, 'node_modules', ...path);

/** Programs that run now; they end with this process. */
const running = new Set();
process.once('exit', () => {
  for (const child of running) child.kill();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

/** Runs a tool to its end and returns whether it succeeded. Its output goes to `hear`, or to the terminal. */
export async function runTool(node, args, hear, env = process.env) {
  const stdio = hear === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'];
  const child = spawn(node, args, { cwd: ROOT, env, stdio });
  running.add(child);
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', hear);
  const [status] = await once(child, 'close');
  running.delete(child);
  return status === 0;
}

/** What the last check of types found, so that the next one reads only what has changed. */
const typesFound = (project) => join(ROOT, '.cache', 'types', `${project.replaceAll('/', '-')}.tsbuildinfo`);

const TYPES = ['main/tsconfig.contract.json', 'main', 'renderer', 'test', 'test/components', 'test/design'];

const QUICK = [
  ['format and lint', [bin('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--error-on-warnings', '.']],
  ['lint with types', [bin('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings']],
  ...TYPES.map((project) => [
    `types of ${project}`,
    [
      bin('typescript', 'bin', 'tsc'),
      '--singleThreaded',
      ...['--incremental', '--tsBuildInfoFile', typesFound(project)],
      ...['-p', project],
    ],
  ]),
];

const ALL = [
  ...QUICK,
  ['unused files and exports', [bin('knip', 'bin', 'knip.js')]],
  ['size of the pages', [bin('size-limit', 'bin.js')]],
];

/**
 * Runs one check after the other, without output until `tell`, beside tests that wait more than they compute. Each check uses
 * one thread: several threads find the same types repeatedly, and take twice the work to end a little sooner.
 *
 * @param {{ isQuick?: boolean }} [options] `isQuick`: without unused exports and the size of built pages
 */
export function startChecks(node, { isQuick = false } = {}) {
  const env = { ...process.env, GOMAXPROCS: '1' };
  const done = (async () => {
    const found = [];
    for (const [name, args] of isQuick ? QUICK : ALL) {
      let words = '';
      found.push({ name, isWell: await runTool(node, args, (piece) => (words += piece), env), words });
    }
    return found;
  })();
  return {
    async tell() {
      for (const { name, isWell, words } of await done) {
        say(`— ${name}`);
        process.stdout.write(words);
        if (!isWell) say(`✗ ${name} failed`);
      }
      return (await done).every(({ isWell }) => isWell);
    },
  };
}
