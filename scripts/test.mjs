// npm test: everything that has to hold, on a machine that has only Node 20 and npm.
// Names given after `--` go to vitest instead of the whole suite: npm test -- test/store
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
import { bin, runTool, startChecks } from './lib/run-checks.mjs';

const filters = process.argv.slice(2);

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
  const checking = filters.length > 0 ? null : startChecks(node);
  const report = join(ROOT, 'test-results', 'vitest.json');
  rmSync(report, { force: true });
  mkdirSync(join(ROOT, 'test-results'), { recursive: true });
  const reporters = ['default', 'json', join(ROOT, 'test', 'setup', 'second-try.ts')].map(
    (each) => `--reporter=${each}`,
  );
  say('— tests');
  const tested = await runTool(node, [
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
