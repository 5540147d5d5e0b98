import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/setup/long-first.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Tests of the interface that go through the store: they run over PostgreSQL once more. */
export const THROUGH_THE_STORE = [
  'appointments',
  'audit',
  'auth-operations',
  'branch-rights',
  'counters',
  'events',
  'forms',
  'history',
  'kiosk-offline',
  'panel-pin',
  'queue',
  'report-keys',
  'report-views',
  'reports',
  'request-log',
  'site-holder',
  'ticket-answers',
  'ticket-privacy',
  'waits',
  'webhooks',
].map((name) => `test/server/${name}.test.ts`);

/** Who may do what is decided above the store: these are asked over PostgreSQL in the proofs alone. */
const ABOVE_THE_STORE = new Set(
  ['auth-operations', 'branch-rights', 'report-keys'].map((name) => `test/server/${name}.test.ts`),
);

const ofServer = (name: string): string => `test/server/${name}.test.ts`;

/** These run over PostgreSQL too, and in the proofs at three servers of which one is killed. */
export const OVER_POSTGRES = [
  'auxiliary',
  'branches',
  'business-days',
  'day-clock',
  'desk-work',
  'displays',
  'limits',
  'staff-calls',
].map(ofServer);

/**
 * These run over PostgreSQL too, at one server alone: they read a change of the site or of a key right after it was made, which other
 * servers know a moment later.
 */
const AT_ONE_SERVER = ['admin', 'following', 'mail', 'many', 'pairing', 'readings'].map(ofServer);

/**
 * Over PostgreSQL in the proofs, at one server alone. Most look at what one process counts or holds, of which the others hear by the
 * bulletin: test/cluster tries that. `decided` sends what is no HTTP, or hardly, which the address before several servers does not
 * pass on.
 */
export const OF_ONE_PROCESS = [
  'auth-login',
  'decided',
  'device-actions',
  'device-alarms',
  'kiosk-status',
  'lookups',
  'phone-tickets',
].map(ofServer);

/** Tests of what a whole process has once: its certificates, its modules, the fonts that were read. Each has one of its own. */
const ALONE = [
  'test/kiosk/client/trust-authority.test.ts',
  'test/printing-matrix/matrix.test.ts',
  'test/printing/picture/receipt-fonts.test.ts',
  'test/printing/fonts.test.ts',
  'test/printing/journal-names.test.ts',
  'test/printing/missing-letters.test.ts',
];

/**
 * Projects: `node` for everything, `postgres` for the second engine. Files share processes, because to load the program's
 * modules anew for each of hundreds of files takes longer than most of them; `alone` are the few that cannot. As few
 * projects as can be: none goes on in a process of another. Time limits are generous on purpose: a test waits for
 * conditions, never for time, and has to hold on a slow and busy machine. Only a test over a page is tried once more
 * (`test/setup/pages-twice.ts`); it is named then by `test/setup/second-try.ts`, and looked after.
 */
export default defineConfig({
  resolve: { alias: [{ find: /^\.\/start-thread\.ts$/, replacement: here('./test/setup/start-thread.ts') }] },
  test: {
    // Tests wait for disks, sockets and browsers more than they compute; and no two files share a port or a folder.
    maxWorkers: Math.max(6, availableParallelism()),
    // What a test makes goes with it: to look again and again for what is left costs more than the room does.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=32'],
    sequence: { sequencer: LongFirst },
    globalSetup: ['build-store-worker', 'empty-database', 'postgres', 'compiled-code'].map((name) =>
      here(`./test/setup/${name}.ts`),
    ),
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    env: { TZ: 'UTC' },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: ['test/cluster/**', ...ALONE],
          runner: here('./test/setup/pages-twice.ts'),
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
      {
        extends: true,
        test: {
          name: 'postgres',
          isolate: false,
          include: [
            ...THROUGH_THE_STORE.filter((file) => !ABOVE_THE_STORE.has(file)),
            ...OVER_POSTGRES,
            ...AT_ONE_SERVER,
            'test/contract/interface.test.ts',
            'test/flows/morning.test.ts',
            'test/cluster/**/*.test.ts',
          ],
          env: { TEST_ENGINE: 'postgres' },
        },
      },
    ],
  },
});
