/** A database that stands still: whatever is asked of the store is answered by its deadline, and not done behind anybody's back. */
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createGate } from '../../main/database/concurrency-limiter.ts';
import { openPool } from '../../main/database/postgres/pool.ts';
import { StoreBusy, StoreUnreachable } from '../../main/database/store-errors.ts';
import { silentLog } from '../../main/lib/context.ts';
import { NO_TARGETS } from '../../main/queue/rules/day/period.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openPostgresStore, type PostgresStoreOptions } from '../../main/store/postgres/open-postgres-store.ts';
import { openDatabaseLine } from '../helpers/database-line.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { Hall } from './queue-hall.ts';

/** Far below what a connection or a statement may take, so that only the deadline of the whole can be what ends it. */
const IMPATIENT = { deadlineMs: 300, connectMs: 60_000, connections: 1 };
const LATE = 'The database did not respond in time.';

const open = (url: string, more: Partial<PostgresStoreOptions> = {}): Promise<Store> =>
  openPostgresStore({ url, log: silentLog, connectMs: 60_000, deadlineMs: 120_000, ...more });

/** Whoever stands at a desk of a hall, and the call there, known to nobody but the database. */
async function servedIn(url: string): Promise<{ readonly ticketId: string; readonly answerId: string }> {
  const store = await open(url);
  const hall = new Hall(store);
  await hall.create();
  const { ticket, answer } = await hall.next();
  await store.close();
  return { ticketId: ticket.id, answerId: answer.id };
}

/** Somebody else, who keeps a table to themselves until they are told otherwise or the test is over. Then the store ends too. */
async function keeperOf(table: string, url: string, store: Store): Promise<pg.Client> {
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  onTestFinished(async () => {
    await other.end();
    await store.close();
  });
  await other.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return other;
}

it('any query during a stall ends with the deadline of its request', async () => {
  const { url } = await newDatabase();
  const { ticketId, answerId } = await servedIn(url);
  const line = await openDatabaseLine(url);
  const store = await open(line.url, IMPATIENT);
  onTestFinished(async () => {
    // Nobody waits for what is still on its way.
    await line.close();
    await store.close();
  });
  const hall = new Hall(store);
  const asked: Readonly<Record<string, () => Promise<unknown>>> = {
    'an operation that names its location': () => hall.create(),
    'an operation whose location is to be found': () => hall.tryAnswer('endCall', answerId),
    'a question that names nothing but a ticket': () => hall.state(ticketId),
    'a question about services': () => hall.queue(),
    'a question of several parts': () => store.query('followedTickets', { ticketIds: [ticketId] }),
    'the change log': () => store.query('audit', { limit: 10 }),
    'what is newer of keys and passwords': () => store.credentialsSince(0),
    'a value to keep': () => store.writeMeta('anything', 'kept'),
    'whether it is there': () => store.ping(),
    'where a location is that is followed': async () => store.follow?.('hall', () => undefined).begun,
  };
  await expect.poll(() => store.ping().catch(() => 'not yet')).toBeUndefined();
  line.freeze();
  const outcomes = Object.entries(asked).map(async ([name, ask]) => {
    const outcome = await ask().catch((error: unknown) => (error instanceof Error ? error.message : error));
    return [name, outcome];
  });
  expect(Object.fromEntries(await Promise.all(outcomes))).toEqual(
    Object.fromEntries(Object.keys(asked).map((name) => [name, LATE])),
  );
});

it('what was given up while its location was looked for is not done when that is found', async () => {
  const { url } = await newDatabase();
  const { answerId } = await servedIn(url);
  const store = await open(url, { ...IMPATIENT, connections: 2 });
  const hall = new Hall(store);
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query('BEGIN; LOCK TABLE answer IN ACCESS EXCLUSIVE MODE');
  // Until one has reached the database: on a busy machine it is given up before it is sent.
  await expect
    .poll(async () => {
      await expect(hall.tryAnswer('endCall', answerId)).rejects.toThrow(LATE);
      return (await other.query("SELECT 1 FROM pg_locks WHERE relation = 'answer'::regclass AND NOT granted")).rowCount;
    })
    .toBeGreaterThan(0);
  await other.query('ROLLBACK');
  // Only when everything has ended that was under way.
  await store.close();
  const { rows } = await other.query('SELECT ended_at AS "endedAt" FROM answer WHERE id = $1', [answerId]);
  await other.end();
  expect(rows).toEqual([{ endedAt: null }]);
});

it('a report has one deadline for all its queries, which are then cancelled in the database too', async () => {
  const { url } = await newDatabase();
  await servedIn(url);
  const store = await open(url, { reportMs: 300 });
  const other = await keeperOf('call_result', url, store);
  const rules = {
    from: '2026-11-20',
    to: '2026-11-20',
    dayRules: [],
    targets: NO_TARGETS,
    services: [],
    desks: [],
    users: [],
  };
  const span = { locationId: 'hall', from: 0, until: Number.MAX_SAFE_INTEGER, rules };
  const waits = async () =>
    (await other.query('SELECT 1 FROM pg_locks WHERE NOT granted AND relation = $1::regclass', ['call_result'])).rows;
  // Until one has been seen at the database: on a busy machine it is given up before it is sent.
  let wasSeen = false;
  await expect
    .poll(async () => {
      let isAsked = true;
      const asked = store.report('days', span, { request: 'of somebody' }).finally(() => (isAsked = false));
      asked.catch(() => undefined);
      while (isAsked && !wasSeen) wasSeen = (await waits()).length > 0;
      await expect(asked).rejects.toThrow(LATE);
      return wasSeen;
    })
    .toBe(true);
  // Whoever stands in its way still does.
  await expect.poll(waits).toEqual([]);
});

describe('more work than connections', () => {
  it('waits longer for its turn than for a connection, and is refused with a retry when too much waits', async () => {
    const { url } = await newDatabase();
    const logged: string[] = [];
    const note = (event: string): unknown => logged.push(event);
    const store = await open(url, { log: { info: note, warn: note, error: note }, connectMs: 3_000 });
    const hall = new Hall(store);
    const report = (asking?: object) => store.report('older', { locationId: 'hall', before: hall.now }, asking);
    const asked = () => report({ request: 'of somebody' });
    // All that reports have is at work once.
    await Promise.all([report(), report()]);
    const other = await keeperOf('ticket', url, store);
    const reports = Array.from({ length: 18 }, asked);
    await expect(asked()).rejects.toBeInstanceOf(StoreBusy);
    // What people ask for does not keep out what the program watches.
    reports.push(report());
    // Whoever wants a connection of the queue gives up meanwhile, who came later.
    const narrow = openPool({ url, most: 1, connectMs: 3_000, statementMs: 60_000 });
    const end = Promise.withResolvers<void>();
    const long = narrow.work(() => end.promise);
    await expect(narrow.work(async () => undefined)).rejects.toBeInstanceOf(StoreBusy);
    end.resolve();
    await long;
    await narrow.close();
    await other.query('ROLLBACK');
    expect(await Promise.all(reports)).toEqual(Array(19).fill({ tickets: 0, calls: 0 }));
    const ofOpening = ['store.public-connect-allowed', 'store.migration-step-started'];
    expect(logged.filter((event) => !ofOpening.includes(event))).toEqual(['store.opened', 'store.overloaded']);
  });

  it('alternates with background work', async () => {
    const gate = createGate({ most: 1, mostWaiting: 3, waitMs: 60_000 });
    const come: string[] = [];
    expect(gate.enter()).toBeNull();
    const all = ['asked 1', 'asked 2', 'asked 3', 'duty 1', 'duty 2'].map(async (name) => {
      await gate.enter({ isDuty: name.startsWith('duty') });
      come.push(name);
      gate.leave();
    });
    gate.leave();
    await Promise.all(all);
    expect(come).toEqual(['duty 1', 'asked 1', 'duty 2', 'asked 2', 'asked 3']);
  });

  it('is served in order of arrival, and gives up after its deadline', async () => {
    const gate = createGate({ most: 1, mostWaiting: 2, waitMs: 60_000 });
    const come: string[] = [];
    expect(gate.enter()).toBeNull();
    const [one, two] = [gate.enter()?.then(() => come.push('one')), gate.enter()?.then(() => come.push('two'))];
    await expect(gate.enter()).rejects.toBeInstanceOf(StoreBusy);
    gate.leave();
    await one;
    expect(come).toEqual(['one']);
    gate.leave();
    await two;
    gate.leave();
    expect(gate.enter()).toBeNull();
    const hurried = createGate({ most: 1, mostWaiting: 2, waitMs: 1 });
    expect(hurried.enter()).toBeNull();
    await expect(hurried.enter()).rejects.toBeInstanceOf(StoreBusy);
    hurried.leave();
    expect(hurried.enter()).toBeNull();
  });
});

it('releases the location lock of a stopped server before waiting requests time out', async () => {
  const { url } = await newDatabase();
  const store = await open(url);
  await new Hall(store, 'held').create();
  await store.close();
  const pools = [1, 2].map(() => openPool({ url, most: 1, connectMs: 60_000, statementMs: 2_000 }));
  const HOLD = { name: '', text: "SELECT 1 FROM location_queue WHERE location_id = 'held' FOR UPDATE" };
  const [held, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  onTestFinished(async () => {
    woken.resolve();
    await Promise.all(pools.map((pool) => pool.close()));
  });
  const frozen = pools[0]!.work(async (line) => {
    await line.exec('BEGIN');
    await line.ask(HOLD, []);
    held.resolve();
    await woken.promise;
    await line.exec('COMMIT');
  });
  frozen.catch(() => undefined);
  await held.promise;
  expect(await pools[1]!.work((line) => line.ask(HOLD, []))).toHaveLength(1);
  woken.resolve();
  await expect(frozen).rejects.toBeInstanceOf(StoreUnreachable);
});
