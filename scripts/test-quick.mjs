// npm run test:quick: format, lint, types, and the tests that need nothing but Node. Runs on every system, without root.
// Names after `--` select tests and leave out the checks: npm run test:quick -- test/renderer
import { delimiter } from 'node:path';
import { prepare, say } from './lib/prepare.mjs';
import { bin, runTool, startChecks } from './lib/run-checks.mjs';

const filters = process.argv.slice(2);

try {
  const node = await prepare({ build: false, tools: true });
  process.env.PATH = `${bin('.bin')}${delimiter}${process.env.PATH}`;
  const checking = filters.length > 0 ? null : startChecks(node, { isQuick: true });
  const tested = await runTool(node, [
    bin('vitest', 'vitest.mjs'),
    'run',
    '--config',
    'vitest.quick.config.ts',
    ...filters,
  ]);
  const checked = checking === null || (await checking.tell());
  if (!tested) say('✗ tests failed');
  process.exitCode = checked && tested ? 0 : 1;
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
