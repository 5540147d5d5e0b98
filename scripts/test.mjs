// npm test: everything that has to hold, on a machine that has only Node 20 and npm.
// Names given after `--` go to vitest instead of the whole suite: npm test -- test/store
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import {
  CADDY,
  CHROMIUM,
  CURL,
  ESPEAK,
  ensureDebianPackages,
  FAKETIME,
  HEADLESS,
  MECAB,
  MECAB_WORDS,
  NGINX,
  OPENSSL,
  PGBOUNCER,
  POPPLER,
  POSTGRESQL,
  PROMETHEUS,
  PYTHON,
} from './lib/debian.mjs';
import { prepare, ROOT, say } from './lib/prepare.mjs';

const bin = (...path) => join(ROOT, 'node_modules', ...path);
const filters = process.argv.slice(2);

/** Every program that is running for us: whoever ends us ends them too. */
const running = new Set();
process.once('exit', () => {
  for (const child of running) child.kill();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

/** Runs a program to its end; with `hear` its words go there instead of to the person. Gives whether all was well. */
async function run(node, args, hear, env = process.env) {
  const stdio = hear === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'];
  const child = spawn(node, args, { cwd: ROOT, env, stdio });
  running.add(child);
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', hear);
  const [status] = await once(child, 'close');
  running.delete(child);
  return status === 0;
}

/**
 * One after the other, and silent until `tell`: the tests beside them wait more than they compute. Each on one thread:
 * several find the same types each for itself, and take twice the work to be done a little sooner.
 */
function checks(node) {
  const env = { ...process.env, GOMAXPROCS: '1' };
  const types = ['main/tsconfig.contract.json', 'main', 'renderer', 'test'];
  const all = [
    ['format and lint', [bin('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--error-on-warnings', '.']],
    ['lint with types', [bin('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings']],
    ...types.map((project) => [
      `types of ${project}`,
      [bin('typescript', 'bin', 'tsc'), '--singleThreaded', '-p', project],
    ]),
    ['unused files and exports', [bin('knip', 'bin', 'knip.js')]],
    ['size of the pages', [bin('size-limit', 'bin.js')]],
  ];
  const done = (async () => {
    const found = [];
    for (const [name, args] of all) {
      let words = '';
      found.push({ name, isWell: await run(node, args, (piece) => (words += piece), env), words });
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

/** The one line that says how many tests ran, in a form that needs no knowledge of the runner. */
function tally(report) {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  console.log(`${numPassedTests} passed, ${numFailedTests + brokenFiles} failed, ${numPendingTests} skipped`);
  return numPassedTests > 0;
}

try {
  // First: whoever cannot run the tests here reads that at once. Some of them run anywhere.
  if (process.platform === 'linux' || filters.length === 0)
    await ensureDebianPackages(
      [CHROMIUM, NGINX, CADDY, OPENSSL, CURL, PYTHON, POSTGRESQL],
      [FAKETIME, PGBOUNCER, HEADLESS, ESPEAK, MECAB_WORDS, MECAB, POPPLER, PROMETHEUS],
    );
  const node = await prepare({ tools: true });
  // Programs that the tests start must find the same Node.
  process.env.PATH = `${bin('.bin')}${delimiter}${process.env.PATH}`;
  const checking = filters.length > 0 ? null : checks(node);
  const report = join(ROOT, 'test-results', 'vitest.json');
  rmSync(report, { force: true });
  mkdirSync(join(ROOT, 'test-results'), { recursive: true });
  const reporters = ['default', 'json', join(ROOT, 'test', 'setup', 'second-try.ts')].map(
    (each) => `--reporter=${each}`,
  );
  say('— tests');
  const tested = await run(node, [
    bin('vitest', 'vitest.mjs'),
    'run',
    ...reporters,
    `--outputFile.json=${report}`,
    ...filters,
  ]);
  const checked = checking === null || (await checking.tell());
  if (!tested) say('✗ tests failed');
  const ran = tally(report);
  process.exitCode = checked && tested && ran ? 0 : 1;
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
