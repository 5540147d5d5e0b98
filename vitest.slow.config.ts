import { globSync, readFileSync } from 'node:fs';
import { defineConfig, mergeConfig } from 'vitest/config';
import base, { OF_ONE_PROCESS, OVER_POSTGRES, THROUGH_THE_STORE } from './vitest.config.ts';

/** Tests that take too long for every `npm test`. */
const { projects: _short, ...test } = base.test ?? {};
const limits = { testTimeout: 900_000, hookTimeout: 900_000 };

/** Test files of which `npm test` tries a part. */
const IN_PART = globSync('test/**/*.test.ts', { cwd: import.meta.dirname }).filter(
  (file) =>
    !file.endsWith('.slow.test.ts') &&
    readFileSync(`${import.meta.dirname}/${file}`, 'utf8').includes('/helpers/whole.ts'),
);

const morningIn = (name: string, env: Readonly<Record<string, string>>) => ({
  extends: true as const,
  test: { name, include: ['test/browser/morning.test.ts'], env: { ...env, TEST_WHOLE: 'yes' }, ...limits },
});

export default mergeConfig(
  { resolve: base.resolve ?? {}, test },
  defineConfig({
    test: {
      projects: [
        { extends: true, test: { name: 'slow', include: ['test/**/*.slow.test.ts'], ...limits } },
        {
          // Every language, size and look, every case of long tables.
          extends: true,
          test: { name: 'whole', isolate: false, retry: 1, include: IN_PART, env: { TEST_WHOLE: 'yes' }, ...limits },
        },
        {
          // The tests of the interface, and the morning, at three servers behind one address, of which one goes.
          extends: true,
          test: {
            name: 'several',
            include: [
              ...THROUGH_THE_STORE,
              ...OVER_POSTGRES,
              'test/contract/interface.test.ts',
              'test/flows/morning.test.ts',
            ],
            env: { TEST_ENGINE: 'postgres', TEST_SERVERS: 'several' },
            ...limits,
          },
        },
        {
          // What one process counts or holds, over the other engine.
          extends: true,
          test: {
            name: 'one-process-postgres',
            isolate: false,
            include: OF_ONE_PROCESS,
            env: { TEST_ENGINE: 'postgres' },
            ...limits,
          },
        },
        {
          // Whatever becomes of a kiosk's server, over the other engine.
          extends: true,
          test: {
            name: 'faults-postgres',
            isolate: false,
            include: ['test/kiosk/host/offline/server-faults.slow.test.ts'],
            env: { TEST_ENGINE: 'postgres' },
            ...limits,
          },
        },
        // The morning in Chromium over the other engine, and at three servers of which one is killed.
        morningIn('morning-postgres', { TEST_ENGINE: 'postgres' }),
        morningIn('morning-several', { TEST_ENGINE: 'postgres', TEST_SERVERS: 'several' }),
      ],
    },
  }),
);
