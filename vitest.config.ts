import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/setup/long-first.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** REST API tests that use the store: they also run on PostgreSQL. */
export const THROUGH_THE_STORE = [
  'test/appointments/appointments.test.ts',
  'test/audit/audit.test.ts',
  'test/access/auth-operations.test.ts',
  'test/access/branch-rights.test.ts',
  'test/queue/counters.test.ts',
  'test/events/events.test.ts',
  'test/forms/forms.test.ts',
  'test/retention/retention.test.ts',
  'test/devices/kiosk-offline.test.ts',
  'test/access/panel-pin.test.ts',
  'test/queue/queue.test.ts',
  'test/reports/report-keys.test.ts',
  'test/reports/report-views.test.ts',
  'test/reports/reports.test.ts',
  'test/rest/request-log.test.ts',
  'test/site/site-holder.test.ts',
  'test/forms/ticket-answers.test.ts',
  'test/queue/ticket-privacy.test.ts',
  'test/wait-times/waits.test.ts',
  'test/webhooks/webhooks.test.ts',
];

/** Permission tests: they do not depend on the store, and run on PostgreSQL only in the slow tests. */
const ABOVE_THE_STORE = new Set([
  'test/access/auth-operations.test.ts',
  'test/access/branch-rights.test.ts',
  'test/reports/report-keys.test.ts',
]);

/** These also run on PostgreSQL, and in the slow tests on three servers, one of which is killed. */
export const OVER_POSTGRES = [
  'test/site/auxiliary.test.ts',
  'test/reports/branches.test.ts',
  'test/queue/business-days.test.ts',
  'test/queue/business-day-scheduler.test.ts',
  'test/queue/desk-work.test.ts',
  'test/devices/displays.test.ts',
  'test/queue-alerts/queue-alerts.test.ts',
  'test/staff-calls/staff-calls.test.ts',
];

/**
 * These also run on PostgreSQL, but only on one server: they read a change of the site or of a key immediately, and
 * other servers receive it later.
 */
const AT_ONE_SERVER = [
  'test/site/admin.test.ts',
  'test/site/inheritance.test.ts',
  'test/mail/mail.test.ts',
  'test/site/bulk-edit.test.ts',
  'test/devices/pairing.test.ts',
  'test/devices/readings.test.ts',
];

/**
 * On PostgreSQL in the slow tests, on one server. Most check counters or memory of one process, which peers receive
 * over the peer bulletin (tested in test/cluster). `decided` sends malformed HTTP, which a load balancer does not
 * forward.
 */
export const OF_ONE_PROCESS = [
  'test/access/auth-login.test.ts',
  'test/rest/protocol-edge-cases.test.ts',
  'test/devices/device-actions.test.ts',
  'test/devices/device-alarms.test.ts',
  'test/devices/kiosk-status.test.ts',
  'test/site/lookups.test.ts',
  'test/visitor-phone/visitor-phone.test.ts',
];

/** Tests of process-wide state (certificates, modules, loaded fonts). Each has a separate process. */
export const ALONE = [
  'test/kiosk/client/trust-authority.test.ts',
  'test/printing-matrix/matrix.test.ts',
  'test/printing/picture/receipt-fonts.test.ts',
  'test/printing/fonts.test.ts',
  'test/printing/journal-names.test.ts',
  'test/printing/missing-letters.test.ts',
];

/** Tests of page components in happy-dom, without a browser. Each file has a separate document. */
export const COMPONENTS = 'test/components/**/*.test.ts';

/** Tests that take too long for every run: `npm run test:slow`. */
const SLOW = 'test/**/*.slow.test.ts';

/**
 * Projects: `node` for everything, `postgres` for the second engine. Files share processes, because loading the program's
 * modules for each of hundreds of files takes longer than most tests; `alone` has the few that cannot. Projects are few,
 * because they cannot share processes. Time limits are generous on purpose: tests wait for conditions, never for time,
 * and must pass on a slow, busy machine. Only browser tests are retried (`test/setup/pages-twice.ts`);
 * `test/setup/second-try.ts` then reports them.
 */
export default defineConfig({
  resolve: { alias: [{ find: /^\.\/start-thread\.ts$/, replacement: here('./test/setup/start-thread.ts') }] },
  test: {
    // Tests wait for disks, sockets and browsers more than they compute, and no two files share a port or a folder.
    maxWorkers: Math.max(6, availableParallelism()),
    // Each test deletes its files: checking again and again for leftovers costs more than the space.
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
          exclude: ['test/cluster/**', SLOW, COMPONENTS, ...ALONE],
          runner: here('./test/setup/pages-twice.ts'),
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
      { extends: true, test: { name: 'components', environment: 'happy-dom', include: [COMPONENTS] } },
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
          exclude: [SLOW],
          env: { TEST_ENGINE: 'postgres' },
        },
      },
    ],
  },
});
