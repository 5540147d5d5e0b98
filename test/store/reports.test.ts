/** Reports over the SQLite file: more rows than one slice holds, beside a queue that goes on. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StoreUnreachable } from '../../main/database/store-errors.ts';
import { silentLog } from '../../main/lib/context.ts';
import { NO_TARGETS } from '../../main/queue/rules/day/period.ts';
import type { PeriodInput } from '../../main/reports/operations/report-queries.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';
import { Hall } from './queue-hall.ts';

const folder = mkdtempSync(join(tmpdir(), 'take-a-number-reports-'));
const file = join(folder, 'queue.db');
const DAY = '2026-11-20';
let store: Store;
beforeAll(async () => {
  store = await openSqliteStore({ file, log: silentLog });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const span = (locationId: string): PeriodInput => ({
  locationId,
  from: Date.parse(`${DAY}T00:00:00Z`),
  until: Date.parse(`${DAY}T24:00:00Z`),
  rules: {
    from: DAY,
    to: DAY,
    dayRules: [{ since: 0, zone: 'UTC', resetTime: '00:00', firstDay: '' }],
    targets: NO_TARGETS,
    services: [],
    desks: [],
    users: [],
  },
});

/** One more than two slices hold. */
const COUNT = 10_001;
/** So many at once: the last of them has its answer in time on a slow machine, too. */
const AT_ONCE = 500;

async function inTurn(work: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < COUNT; done += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, COUNT - done) }, work));
}

it('counts every ticket and call once, however many slices they take', async () => {
  const hall = new Hall(store, 'crowd');
  const other = new Hall(store, 'beside');
  await inTurn(() => hall.create());
  await other.create();
  // Called one second apart: the waits are 1 to 10,001 seconds.
  await inTurn(() => {
    hall.later(1);
    return hall.next('desk-1', { callOrder: 'fifo' });
  });
  const { total, hours, services } = await store.report('period', span('crowd'));
  expect(total).toMatchObject({ issued: COUNT, neverCalled: 0, calls: COUNT, served: COUNT - 1 });
  expect(total.waiting).toEqual({ count: COUNT, mean: 5001, median: 5001, p90: 9001, p95: 9501, max: COUNT });
  expect(total.service).toEqual({ count: COUNT - 1, mean: 1, median: 1, p90: 1, p95: 1, max: 1 });
  // From 09:00:00 on: 3,599 calls before ten, 3,600 before eleven, the rest before twelve.
  expect(hours.map(({ calls }) => calls).filter((calls) => calls > 0)).toEqual([3599, 3600, 2802]);
  expect(services.map(({ key, issued }) => [key, issued])).toEqual([['crowd-a', COUNT]]);
});

it('returns a short report while a long one is read', async () => {
  const order: string[] = [];
  const note = <T>(name: string, work: Promise<T>): Promise<T> => work.finally(() => order.push(name));
  await Promise.all([
    note('long', store.report('period', span('crowd'))),
    note('short', store.report('period', span('quick'))),
  ]);
  expect(order).toEqual(['short', 'long']);
});

it('reads what has been committed, and can change nothing', async () => {
  const hall = new Hall(store, 'fresh');
  await hall.create();
  expect((await store.report('period', span('fresh'))).total.issued).toBe(1);
  await hall.next();
  expect((await store.report('period', span('fresh'))).total).toMatchObject({ issued: 1, calls: 1, neverCalled: 0 });
});

it('continues during writes by others', async () => {
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  expect((await store.report('period', span('crowd'))).total.calls).toBe(COUNT);
  other.exec('ROLLBACK');
  other.close();
});

it('finds what it needs by index: the plan never reads all tickets or calls', () => {
  const database = new DatabaseSync(file);
  const plan = (sql: string, ...values: (string | number)[]): string =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values)
      .map((row) => String(row.detail))
      .join('; ');
  expect(plan("SELECT id FROM ticket WHERE id > 'a' AND id < 'b' AND location_id = 'c' ORDER BY id LIMIT 5")).toMatch(
    /^SEARCH ticket USING PRIMARY KEY \(id>\? AND id<\?\)$/,
  );
  expect(
    plan(
      `SELECT id FROM answer WHERE location_id = 'a' AND called_at >= 1 AND called_at < 2 AND (called_at, id) > (1, '')
       ORDER BY called_at, id LIMIT 5`,
    ),
  ).toMatch(/^SEARCH answer USING (COVERING )?INDEX answer_location/);
  database.close();
});

it('ends with the store, also in the middle of a report', async () => {
  const own = await openSqliteStore({ file, log: silentLog });
  const reading = own.report('period', span('crowd'));
  // Until the thread of reports is there, there is nothing to be in the middle of.
  await own.report('period', span('quick'));
  await Promise.all([
    expect(
      reading.then(
        () => 'done',
        (error) => error,
      ),
    ).resolves.toSatisfy((end) => end === 'done' || end instanceof StoreUnreachable),
    own.close(),
  ]);
});
