/** Reports that many want at once over SQLite: whose turn it is, and what becomes of one that nobody waits for any more. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Abandoned, StoreBusy } from '../../main/database/store-errors.ts';
import { silentLog } from '../../main/lib/context.ts';
import { NO_TARGETS } from '../../main/queue/rules/day/period.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';
import {
  type FromWorker,
  type Reply,
  readMessage,
  type ToWorker,
  writeMessage,
} from '../../main/store/sqlite/protocol.ts';
import { serveReports } from '../../main/store/sqlite/report-thread.ts';

const DAY_MS = 86_400_000;
const daysOf = (days: number) => ({
  locationId: 'hall',
  from: 0,
  until: days * DAY_MS,
  rules: {
    from: '2026-11-01',
    to: '2026-11-20',
    dayRules: [],
    targets: NO_TARGETS,
    services: [],
    desks: [],
    users: [],
  },
});

let file: string;
let store: Store;
beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'take-a-number-reports-'));
  file = join(folder, 'queue.db');
  store = await openSqliteStore({ file, log: silentLog });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
});

/** How a report on so many days ends. */
function report(caller: string, days: number, signal?: AbortSignal): Promise<unknown> {
  return store.report('days', daysOf(days), { request: 'one', caller, signal }).then(
    () => 'made',
    (error: unknown) => (error as Error).constructor,
  );
}

it('one caller has a report made while two wait, and others, and what is of one day, have theirs beside them', async () => {
  // The thread has begun: two that wait have no more time than others.
  await report('first', 1);
  // All in one turn: none of them can be made before the last has come.
  const eager = [1, 2, 3, 4].map(() => report('eager', 20));
  const beside = [report('eager', 1), report('other', 20), report('third', 20)];
  expect(await eager[3]).toBe(StoreBusy);
  expect(await Promise.all([...eager.slice(0, 3), ...beside])).toEqual(Array(6).fill('made'));
});

it('who goes away leaves the place to others, before its turn and while the report is made', async () => {
  const waits = new AbortController();
  const [first, second] = [report('eager', 20), report('eager', 20, waits.signal)];
  waits.abort();
  expect([await second, await first]).toEqual([Abandoned, 'made']);
  expect(await report('gone', 20, AbortSignal.abort())).toBe(Abandoned);
  // It may have been made before that is known, so once more then.
  await expect
    .poll(async () => {
      const caller = new AbortController();
      const made = report('eager', 20, caller.signal);
      // By then it is on its way to the thread.
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      caller.abort();
      return made;
    })
    .toBe(Abandoned);
  expect(await report('eager', 20)).toBe('made');
});

describe('the thread of reports', () => {
  it('skips reports whose callers have given up', async () => {
    const { port1: ours, port2: theirs } = new MessageChannel();
    const replies: Reply[] = [];
    ours.on('message', (text: string) => {
      const message = readMessage<FromWorker>(text);
      if (message.type === 'done') replies.push(...message.replies);
    });
    serveReports(theirs, { file, busyTimeoutMs: 2_000 });
    const send = (message: ToWorker): void => ours.postMessage(writeMessage(message));
    onTestFinished(() => send({ type: 'close' }));
    const task = { kind: 'report', report: 'days', input: daysOf(20) } as const;
    send({ type: 'requests', requests: [1, 2].map((id) => ({ id, task })) });
    // It comes before the second step of either.
    send({ type: 'abandon', id: 1 });
    await expect.poll(() => replies.map(({ id }) => id).toSorted()).toEqual([1, 2]);
    expect(replies.find(({ id }) => id === 1)).toMatchObject({ ok: false, abandoned: true, unreachable: false });
    expect(replies.find(({ id }) => id === 2)).toMatchObject({ ok: true });
  });
});
