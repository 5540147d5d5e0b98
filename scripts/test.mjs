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
  NGINX,
  OPENSSL,
  POSTGRESQL,
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
  const types = ['main/contract', 'main', 'renderer', 'test'];
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

const REPORTS = join(ROOT, 'test-results');

/** Runs vitest once. Its words are heard by `hear`, or else by the person at once. */
async function runTests(node, name, args, hear) {
  const reporters = ['default', 'json', join(ROOT, 'test', 'setup', 'second-try.ts')];
  const report = join(REPORTS, `${name}.json`);
  const isWell = await run(
    node,
    [
      bin('vitest', 'vitest.mjs'),
      'run',
      ...reporters.map((each) => `--reporter=${each}`),
      `--outputFile.json=${report}`,
      ...args,
    ],
    hear,
  );
  return { isWell, report };
}

/**
 * Two halves side by side: pages keep both cores busy, the others wait for disks, sockets and clocks more than they compute. The
 * words of the second are told behind those of the first.
 */
async function runHalves(node) {
  let words = '';
  const halves = await Promise.all([
    runTests(node, 'pages', ['--project', 'browser', '--maxWorkers', '4']),
    runTests(node, 'vitest', ['--project', '!browser', '--maxWorkers', '4'], (piece) => (words += piece)),
  ]);
  say('— tests without a page');
  process.stdout.write(words);
  return halves;
}

/** The one line that says how many tests ran, in a form that needs no knowledge of the runner. */
function tally(reports) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const report of reports) {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
    sum.passed += numPassedTests;
    sum.failed += numFailedTests + broken.length;
    sum.skipped += numPendingTests;
  }
  console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
  return sum.passed > 0;
}

try {
  // First: whoever cannot run the tests here reads that at once. Some of them run anywhere.
  if (process.platform === 'linux' || filters.length === 0)
    await ensureDebianPackages(
      [CHROMIUM, NGINX, CADDY, OPENSSL, CURL, PYTHON, POSTGRESQL],
      [FAKETIME, HEADLESS, ESPEAK],
    );
  const node = await prepare({ tools: true });
  // Programs that the tests start must find the same Node.
  process.env.PATH = `${bin('.bin')}${delimiter}${process.env.PATH}`;
  const checking = filters.length > 0 ? null : checks(node);
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  say('— tests');
  const halves = filters.length > 0 ? [await runTests(node, 'vitest', filters)] : await runHalves(node);
  const tested = halves.every(({ isWell }) => isWell);
  const checked = checking === null || (await checking.tell());
  if (!tested) say('✗ tests failed');
  const ran = tally(halves.map(({ report }) => report));
  process.exitCode = checked && tested && ran ? 0 : 1;
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
