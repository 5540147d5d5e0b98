/** Stryker's settings for one area: `npm run test:mutation -- AREA`. */
import { fileURLToPath } from 'node:url';
import { AREAS } from '../../scripts/lib/mutation-areas.mjs';

const area = process.env.MUTATION_AREA ?? '';
const { mutate } = AREAS[area];
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export default {
  mutate,
  plugins: [here('./node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  incremental: true,
  incrementalFile: `.cache/mutation/${area}.json`,
  tempDirName: '.cache/mutation/sandbox',
  // Stryker would rewrite the references of a project that this repository does not have.
  tsconfigFile: 'no-tsconfig.json',
  ignorePatterns: ['.cache', 'coverage', 'dist', 'docs', 'release', 'test/mutation/node_modules'],
  concurrency: 2,
  timeoutMS: 10_000,
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: `.cache/mutation/${area}-report.json` },
  clearTextReporter: { allowColor: false, reportTests: false, reportMutants: true },
  thresholds: { high: 90, low: 85, break: 85 },
};
