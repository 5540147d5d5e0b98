/**
 * Erasing and forgetting are done a part at a time by one server. When that dies in the middle of a part, and the next one when a
 * part is done and nobody was told, a third does the rest: nothing is counted twice, and nothing stays.
 */
import pg from 'pg';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { StoreUnreachable } from '../../main/database/store-errors.ts';
import { silentLog } from '../../main/lib/context.ts';
import { startAnonymiseClock } from '../../main/personal-data/service/erasure-job.ts';
import { NO_TARGETS } from '../../main/queue/rules/day/period.ts';
import { startHistoryClock } from '../../main/retention/service/retention-job.ts';
import { openSiteHolder } from '../../main/site/service/site-holder.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { openDatabaseLine } from '../helpers/database-line.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { type TurnedClock, turnedClock } from '../helpers/turned-clock.ts';
import { Hall, value } from '../store/queue-hall.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PATIENT = { timeout: 120_000 };
const VISITS = 330;
const AT_ONCE = 20;
const LOAN_MS = 2_500;
const SERVERS = 3;

type Part = 'anonymise' | 'forgetHistory';
/** How far a part has come when its server dies. */
type End = 'in the middle' | 'untold';

let url: string;
let clock: TurnedClock;
/** What reports say of all visits. */
let before: unknown;
/** Rows of parts that were done, as the store told it. */
let rows: Record<string, number>;
let parts: number;
let isDone: boolean;
let ends: End[];

beforeEach(async () => {
  const database = await newDatabase();
  ({ url } = database);
  clock = turnedClock('2026-11-20T09:00:00Z');
  [rows, parts, isDone, ends] = [{}, 0, false, ['in the middle', 'untold']];
  onTestFinished(() => database.drop());
  const store = await openPostgresStore({ url, log: silentLog, connections: 4, connectMs: 60_000, clock });
  const site = await openSiteHolder(store);
  const location = { id: 'hall', name: 'Hall', timezone: 'Etc/UTC', t_delete: 2 };
  const loaded = await site.load({
    settings: { keep_tickets: 30 },
    locations: [location],
    services: [{ id: 'hall-a', name: 'A', tag: 'A', location: 'hall' }],
  });
  expect(loaded.ok).toBe(true);
  site.close();
  const hall = new Hall(store);
  for (let visit = 0; visit < VISITS; visit += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, VISITS - visit) }, (_, at) => served(hall, visit + at)));
  }
  clock.set('2027-01-20T09:00:00Z');
  // Wished long ago, and looked at an hour ago.
  const plan = { keep_tickets: 30, keep_clerks: 0, since: clock.now() - 10 * DAY_MS, at: clock.now() - HOUR_MS };
  await store.writeMeta('history.plan', JSON.stringify(plan));
  before = await totals(store);
  // It is a server as well, which would do the work.
  await store.close();
});

async function served(hall: Hall, visit: number): Promise<void> {
  await hall.create({ clientName: `Visitor ${visit}`, note: 'limps' });
  const { answer } = await hall.next(`desk-${visit}`, { userId: `user-${visit}` });
  value(await hall.tryAnswer('endCall', answer.id));
}

/** A server that does `kind`, and dies at every second part of all, as long as one is to die. */
async function startServer(kind: Part): Promise<void> {
  const line = await openDatabaseLine(url);
  const store = await openPostgresStore({
    url: line.url,
    log: silentLog,
    connections: 4,
    connectMs: 60_000,
    clock,
    loanMs: LOAN_MS,
  });
  const site = await openSiteHolder(store);

  async function part(run: () => Promise<unknown>): Promise<unknown> {
    parts += 1;
    const end = parts % 2 === 0 ? ends.shift() : undefined;
    if (end === 'in the middle') {
      const running = run();
      await Promise.all([line.close(), running.catch(() => undefined)]);
      throw new StoreUnreachable('It is dead.');
    }
    const outcome = (await run()) as { ok: true; value: { more: boolean } & Record<string, number> };
    for (const [what, count] of Object.entries(outcome.value)) rows[what] = (rows[what] ?? 0) + Number(count);
    isDone ||= !outcome.value.more;
    if (end === undefined) return outcome;
    await line.close();
    throw new StoreUnreachable('It is dead.');
  }
  const watched: Store = {
    ...store,
    run: ((operation: string, input: never, options: never) => {
      const run = () => store.run(operation as never, input, options);
      return operation === kind ? part(run) : run();
    }) as Store['run'],
  };
  const start = kind === 'anonymise' ? startAnonymiseClock : startHistoryClock;
  const working = start({ store: watched, site, clock, log: silentLog });
  onTestFinished(async () => {
    await working.close();
    site.close();
    await store.close();
    await line.close().catch(() => undefined);
  });
}

async function startServers(kind: Part): Promise<void> {
  for (let server = 0; server < SERVERS; server += 1) await startServer(kind);
}

async function counted(table: string, condition: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(`SELECT count(*)::integer AS count FROM ${table} WHERE ${condition}`)).rows[0].count;
  } finally {
    await client.end();
  }
}

async function totals(store: Store): Promise<unknown> {
  const [from, to] = ['2026-11-01', '2027-01-20'];
  const dayRules = await store.query('dayRules', { locationId: 'hall' });
  const { total, users } = await store.report('period', {
    locationId: 'hall',
    from: Date.parse(from),
    until: Date.parse(to),
    rules: { from, to, dayRules, targets: NO_TARGETS, services: [], desks: [], users: [] },
  });
  return { total, users: users.toSorted((a, b) => (a.key < b.key ? -1 : 1)) };
}

it('names are erased to the last one when two servers die over it', async () => {
  expect(await counted('ticket', "client_name <> '' AND note <> ''")).toBe(VISITS);
  await startServers('anonymise');
  await vi.waitUntil(() => isDone, PATIENT);
  expect(ends).toEqual([]);
  expect(await counted('ticket', "client_name <> '' OR note <> ''")).toBe(0);
  // But for the part of which nobody knows whether it was done.
  expect(rows.tickets).toBeLessThanOrEqual(VISITS);
  expect(rows.tickets).toBeGreaterThanOrEqual(VISITS - 100);
});

it('tickets are forgotten to the last one, and stand in the figures once, when two servers die over it', async () => {
  expect(before).toMatchObject({ total: { issued: VISITS, calls: VISITS, served: VISITS } });
  await startServers('forgetHistory');
  await vi.waitUntil(() => isDone, PATIENT);
  expect(ends).toEqual([]);
  expect([await counted('ticket', 'true'), await counted('answer', 'true')]).toEqual([0, 0]);
  const store = await openPostgresStore({ url, log: silentLog, connections: 2, connectMs: 60_000, clock });
  onTestFinished(() => store.close());
  expect(await totals(store)).toEqual(before);
});
