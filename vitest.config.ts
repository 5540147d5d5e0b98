import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/setup/long-first.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Tests of the interface that go through the store: they run over PostgreSQL once more. */
const THROUGH_THE_STORE = [
  'appointments',
  'audit',
  'auth-operations',
  'counters',
  'events',
  'forms',
  'history',
  'queue',
  'reports',
  'request-log',
  'site-holder',
  'webhooks',
].map((name) => `test/server/${name}.test.ts`);

/**
 * Three projects: `node` for everything that needs no page, `browser` for the tests that drive a real Chromium over
 * the built pages, `postgres` for the second engine. Time limits are generous on purpose: a test waits for conditions,
 * never for time, and has to hold on a slow and busy machine. A test of a page is tried once more before it fails, and
 * then named by `test/setup/second-try.ts`.
 */
export default defineConfig({
  resolve: { alias: [{ find: /^\.\/worker-file\.ts$/, replacement: here('./test/setup/worker-file.ts') }] },
  test: {
    // Tests wait for disks, sockets and browsers more than they compute; and no two files share a port or a folder.
    maxWorkers: Math.max(6, availableParallelism()),
    sequence: { sequencer: LongFirst },
    globalSetup: [here('./test/setup/build-store-worker.ts'), here('./test/setup/postgres.ts')],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    env: { TZ: 'UTC' },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**', 'test/electron/**', 'test/servers/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...THROUGH_THE_STORE, 'test/flows/morning.test.ts', 'test/servers/**/*.test.ts'],
          env: { TEST_ENGINE: 'postgres' },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts', 'test/electron/**/*.test.ts'],
          // A browser that shares two cores with three others now and then loses a page. What is broken fails twice.
          retry: 1,
        },
      },
    ],
  },
});
