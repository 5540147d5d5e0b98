import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/setup/long-first.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Tests of the interface that go through the store: they run over PostgreSQL once more. */
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

/** Who may do what is decided above the store: these are asked over PostgreSQL in the slow tests alone. */
const ABOVE_THE_STORE = new Set([
  'test/access/auth-operations.test.ts',
  'test/access/branch-rights.test.ts',
  'test/reports/report-keys.test.ts',
]);

/** These run over PostgreSQL too, and in the slow tests at three servers of which one is killed. */
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
 * These run over PostgreSQL too, at one server alone: they read a change of the site or of a key right after it was made, which other
 * servers know a moment later.
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
 * Over PostgreSQL in the slow tests, at one server alone. Most look at what one process counts or holds, of which the others hear by the
 * bulletin: test/cluster tries that. `decided` sends what is no HTTP, or hardly, which the address before several servers does not
 * pass on.
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

/** Tests of what a whole process has once: its certificates, its modules, the fonts that were read. Each has one of its own. */
export const ALONE = [
  'test/kiosk/client/trust-authority.test.ts',
  'test/printing-matrix/matrix.test.ts',
  'test/printing/picture/receipt-fonts.test.ts',
  'test/printing/fonts.test.ts',
  'test/printing/journal-names.test.ts',
  'test/printing/missing-letters.test.ts',
];

/** Tests of page components in happy-dom, without a browser. Each file has a document of its own. */
export const COMPONENTS = 'test/components/**/*.test.ts';

/** Tests that take too long for every run: `npm run test:slow`. */
const SLOW = 'test/**/*.slow.test.ts';

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
