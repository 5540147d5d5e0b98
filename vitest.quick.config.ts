import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { quickTests } from './test/helpers/quick-tests.ts';
import { ALONE, COMPONENTS } from './vitest.config.ts';

const QUICK = quickTests(import.meta.dirname);

/** Tests that run on any machine with Node, without root: `npm run test:quick`. */
export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { TZ: 'UTC' },
    setupFiles: [fileURLToPath(new URL('./test/setup/quick-test-limits.ts', import.meta.url))],
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          isolate: false,
          include: QUICK.filter((file) => !ALONE.includes(file)),
          exclude: [COMPONENTS],
        },
      },
      { extends: true, test: { name: 'components', environment: 'happy-dom', include: [COMPONENTS] } },
      { extends: true, test: { name: 'quick-alone', include: QUICK.filter((file) => ALONE.includes(file)) } },
    ],
  },
});
