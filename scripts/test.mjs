// npm test: everything that has to hold, on a machine that has only Node 20 and npm.
// Names given after `--` go to vitest instead of the whole suite: npm test -- test/store
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CADDY, CHROMIUM, CURL, ensureDebianPackages, FAKETIME, NGINX, OPENSSL, PYTHON } from './lib/debian.mjs';
import { prepare, ROOT, say } from './lib/prepare.mjs';

const bin = (...path) => join(ROOT, 'node_modules', ...path);
const filters = process.argv.slice(2);

function step(node, name, args) {
  say(`— ${name}`);
  const { status } = spawnSync(node, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) say(`✗ ${name} failed`);
  return status === 0;
}

function checks(node) {
  const types = ['main/contract', 'main', 'renderer', 'test'];
  return [
    ['format and lint', [bin('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--error-on-warnings', '.']],
    ['lint with types', [bin('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings']],
    ...types.map((project) => [`types of ${project}`, [bin('typescript', 'bin', 'tsc'), '-p', project]]),
    ['unused files and exports', [bin('knip', 'bin', 'knip.js')]],
    ['size of the pages', [bin('size-limit', 'bin.js')]],
  ].map(([name, args]) => step(node, name, args));
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
    await ensureDebianPackages([CHROMIUM, NGINX, CADDY, OPENSSL, CURL, PYTHON], [FAKETIME]);
  const node = await prepare();
  // Programs that the tests start must find the same Node.
  process.env.PATH = `${bin('.bin')}${delimiter}${process.env.PATH}`;
  const checked = filters.length > 0 ? [] : checks(node);
  const report = join(ROOT, 'test-results', 'vitest.json');
  rmSync(report, { force: true });
  mkdirSync(join(ROOT, 'test-results'), { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const tested = step(node, 'tests', [bin('vitest', 'vitest.mjs'), 'run', ...reporters, ...filters]);
  const ran = tally(report);
  process.exitCode = checked.every(Boolean) && tested && ran ? 0 : 1;
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
