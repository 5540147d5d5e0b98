/** Reports that many want at once over PostgreSQL: whose turn it is, and what becomes of one that nobody waits for any more. */
import pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createGate } from '../../main/database/concurrency-limiter.ts';
import { openPool } from '../../main/database/postgres/pool.ts';
import { Abandoned, StoreBusy } from '../../main/database/store-errors.ts';
import { silentLog } from '../../main/lib/context.ts';
import { NO_TARGETS } from '../../main/queue/rules/day/period.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { cancelOver } from '../../main/store/postgres/database.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { openTown, type Town } from '../helpers/town.ts';

const DAY_MS = 86_400_000;

/** Of what is read last for a report on days: whoever wants one waits there, and nobody else does. */
async function holdDeskLog(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('BEGIN; LOCK TABLE call_result IN ACCESS EXCLUSIVE MODE');
  return {
    /** Processes of the database that wait there, with a report in their hands. */
    async waiting(): Promise<readonly number[]> {
      const { rows } = await client.query<{ readonly pid: number }>(
        `SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'call_result'::regclass
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) ORDER BY pid`,
      );
      return rows.map(({ pid }) => pid);
    },
    letGo: () => client.query('ROLLBACK'),
  };
}

/** Nothing in it is in a hurry. */
async function openStore(url: string): Promise<Store> {
  const ms = 120_000;
  const waits = { connectMs: ms, deadlineMs: ms, reportMs: 2 * ms, reportWaitMs: ms };
  const store = await openPostgresStore({ url, log: silentLog, ...waits });
  onTestFinished(() => store.close());
  return store;
}

describe('several callers', () => {
  let store: Store;
  let held: Awaited<ReturnType<typeof holdDeskLog>>;
  beforeEach(async () => {
    const { url } = await newDatabase();
    store = await openStore(url);
    held = await holdDeskLog(url);
  });

  /** How a report on so many days ends. */
  function report(caller: string, days: number, signal?: AbortSignal): Promise<unknown> {
    const rules = {
      from: '2026-11-01',
      to: '2026-11-20',
      dayRules: [],
      targets: NO_TARGETS,
      services: [],
      desks: [],
      users: [],
    };
    const input = { locationId: 'hall', from: 0, until: days * DAY_MS, rules };
    return store.report('days', input, { request: 'one', caller, signal }).then(
      () => 'made',
      (error: unknown) => (error as Error).constructor,
    );
  }
  const today = (caller: string): Promise<unknown> =>
    store.report('branches', { locations: [], now: 0 }, { request: 'one', caller }).then(() => 'made');

  it('get reports beside one who wants many, and none waits for them who wants to know how it goes today', async () => {
    const eager = [1, 2, 3].map(() => report('eager', 20));
    await expect.poll(held.waiting).toHaveLength(1);
    // One is made, and two wait. What is of today has a place of its own.
    expect(await report('eager', 20)).toBe(StoreBusy);
    expect(await today('eager')).toBe('made');
    const other = report('other', 20);
    await expect.poll(held.waiting).toHaveLength(2);
    const third = report('third', 20);
    expect(await today('third')).toBe('made');
    await held.letGo();
    expect(await Promise.all([...eager, other, third])).toEqual(Array(5).fill('made'));
  });

  it('who go away leave their place to others, also while their report is made', async () => {
    const [made, waits] = [new AbortController(), new AbortController()];
    const reports = [report('eager', 20, made.signal), report('eager', 20, waits.signal), report('eager', 20)];
    await expect.poll(held.waiting).toHaveLength(1);
    const [first] = await held.waiting();
    reports.push(report('other', 20));
    await expect.poll(held.waiting).toHaveLength(2);
    waits.abort();
    expect(await reports[1]).toBe(Abandoned);
    const late = report('eager', 20);
    made.abort();
    expect(await reports[0]).toBe(Abandoned);
    // The statement has ended too: another one waits in its stead.
    await expect.poll(held.waiting).toHaveLength(2);
    expect(await held.waiting()).not.toContain(first);
    // Of one that has gone before it comes nothing is begun.
    expect(await report('gone', 20, AbortSignal.abort())).toBe(Abandoned);
    await held.letGo();
    expect(await Promise.all([reports[2], reports[3], late])).toEqual(['made', 'made', 'made']);
  });
});

it('a cancel reaches only its own query, and no process with the same id on another machine', async () => {
  const { url } = await newDatabase();
  await openStore(url);
  const held = await holdDeskLog(url);
  const stranger = new pg.Client({ connectionString: url });
  const pool = openPool({ url, most: 1, connectMs: 60_000, statementMs: 60_000 });
  await stranger.connect();
  onTestFinished(async () => {
    await stranger.end();
    await pool.close();
  });
  const asked = stranger.query('SELECT 1 FROM call_result').then(
    () => 'answered',
    (error: unknown) => (error as Error).message,
  );
  await expect.poll(held.waiting).toHaveLength(1);
  const [id = 0] = await held.waiting();
  await pool.work((line) => cancelOver(line, { id, startedAt: '2026-11-20 09:00:00.123456+00' }));
  await held.letGo();
  expect(await asked).toBe('answered');
});

describe('at the door', () => {
  let town: Town;
  let held: Awaited<ReturnType<typeof holdDeskLog>>;
  beforeEach(async () => {
    const { url } = await newDatabase();
    const { report } = await openStore(url);
    town = await openTown({ database: url, several: false, wrapStore: (store) => ({ ...store, report }) });
    onTestFinished(() => town.close());
    held = await holdDeskLog(url);
  });
  const ask = (path: string, signal?: AbortSignal): Promise<Response> =>
    fetch(`${town.address}/restapi/v2/reports/${path}`, signal === undefined ? {} : { signal });
  const MONTH = 'period?location=hall&from=2026-10-20&to=2026-11-20';

  it('the fourth report that one address wants is refused, and may come again', async () => {
    const four = [1, 2, 3, 4].map(() => ask(MONTH));
    // Whichever of them comes last: the others are answered when there is an end to it.
    const refused = await Promise.race(four);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await refused.json()).toMatchObject({ errno: 131, error: expect.stringMatching(/in progress/) });
    expect((await ask('today?location=hall')).status).toBe(200);
    await held.letGo();
    const statuses = (await Promise.all(four)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 503]);
  });

  it('a report whose caller hangs up is made no longer', async () => {
    const caller = new AbortController();
    const asked = ask(MONTH, caller.signal).catch(() => 'hung up');
    await expect.poll(held.waiting).toHaveLength(1);
    caller.abort();
    expect(await asked).toBe('hung up');
    await expect.poll(held.waiting).toEqual([]);
    await held.letGo();
    expect((await ask(MONTH)).status).toBe(200);
    // It may have been slow.
    expect(town.logged.filter(({ event }) => /store\.(?!slow)|fault/.test(event))).toEqual([]);
  });
});

describe('a gate', () => {
  it('admits others before the caller that just left', async () => {
    const gate = createGate({ most: 1, mostWaiting: 9, waitMs: 60_000, ofCaller: { inside: 1, waiting: 3 } });
    const come: string[] = [];
    expect(gate.enter({ caller: 'one' })).toBeNull();
    const all = ['one', 'one', 'other', 'one', 'other'].map(async (caller) => {
      await gate.enter({ caller });
      come.push(caller);
      gate.leave(caller);
    });
    await expect(gate.enter({ caller: 'one' })).rejects.toBeInstanceOf(StoreBusy);
    gate.leave('one');
    await Promise.all(all);
    expect(come).toEqual(['other', 'one', 'other', 'one', 'one']);
    expect(gate.enter({ caller: 'one' })).toBeNull();
  });
});
