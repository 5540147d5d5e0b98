/** The tests of one area, in one project, because each mutant runs them again. */
import { defineConfig } from 'vitest/config';
import { AREAS } from '../../scripts/lib/mutation-areas.mjs';

const area = AREAS[process.env.MUTATION_AREA as keyof typeof AREAS];

export default defineConfig({
  test: {
    include: area.tests,
    exclude: ['test/**/*.slow.test.ts'],
    env: { TZ: 'UTC' },
    isolate: false,
    // As in vitest.config.ts; a mutant that hangs is ended by Stryker.
    testTimeout: 180_000,
  },
});
