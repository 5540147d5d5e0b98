/** Scopes of operations and queries over both engines: equal results, and the locks of PostgreSQL. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockNames } from '../../main/database/postgres/cross-location-locks.ts';
import { byDeadline } from '../../main/database/postgres/deadline.ts';
import {
  LOCK_DEVICES,
  LOCK_ERASING,
  LOCK_MAIL,
  LOCK_NAMES,
  LOCK_WEBHOOKS,
} from '../../main/database/postgres/locks.ts';
import { openPool, type Pool, type PoolConnection } from '../../main/database/postgres/pool.ts';
import { openSession } from '../../main/database/postgres/session.ts';
import { silentLog } from '../../main/lib/context.ts';
import type { QueueOperations, QueueQueries } from '../../main/store/contract/operation-types.ts';
import type { GlobalJobQueue } from '../../main/store/contract/scope.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { OPERATIONS } from '../../main/store/operations.ts';
import { outcomeRows } from '../../main/store/postgres/outcomes.ts';
import { namesIn } from '../../main/store/postgres/prefetch.ts';
import { createQuestions, SNAPSHOT } from '../../main/store/postgres/queries.ts';
import { createLocationResolver } from '../../main/store/postgres/resolve-location.ts';
import { QUERIES } from '../../main/store/queries.ts';
import type { OperationRequest } from '../../main/store/run-operation.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';
import { newPostgresStore } from '../helpers/postgres-store.ts';
import { Hall } from './queue-hall.ts';
import { type BusyHall, busyHall, OPERATION_INPUTS, QUERY_INPUTS } from './typical-inputs.ts';

const operations = Object.keys(OPERATION_INPUTS) as (keyof QueueOperations)[];
const queries = Object.keys(QUERY_INPUTS) as (keyof QueueQueries)[];

const folder = mkdtempSync(join(tmpdir(), 'scopes-'));
let sqlite: Store;
let postgres: Store;
let holder: pg.Client;
let watcher: pg.Client;
let pool: Pool;
beforeAll(async () => {
  sqlite = await openSqliteStore({ file: join(folder, 'queue.db'), log: silentLog });
  const opened = await newPostgresStore();
  postgres = opened.store;
  for (const store of [sqlite, postgres]) {
    const body = JSON.stringify({ id: 'listener', state: 1 });
    await store.writeSite({ put: [{ collection: 'webhooks', id: 'listener', body }], remove: [] });
  }
  pool = openPool({ url: opened.url, most: 2, connectMs: 60_000, statementMs: 60_000 });
  [holder, watcher] = [new pg.Client(opened.url), new pg.Client(opened.url)];
  await Promise.all([holder.connect(), watcher.connect()]);
});
afterAll(async () => {
  await Promise.all([sqlite.close(), postgres.close(), pool.close(), holder.end(), watcher.end()]);
  rmSync(folder, { recursive: true, force: true });
});

function run(name: keyof QueueOperations, busy: BusyHall) {
  return busy.hall.run(name, OPERATION_INPUTS[name](busy) as never);
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/g;

/** Replaces the ids, which differ between databases, by their order. */
function withoutIds(value: unknown): unknown {
  const ids: string[] = [];
  const text = JSON.stringify(value ?? null).replaceAll(UUID, (id) => {
    if (!ids.includes(id)) ids.push(id);
    return `id ${ids.indexOf(id)}`;
  });
  return JSON.parse(text);
}

/** Types of the events of a location that wait for delivery. */
async function outbox({ hall: { store, locationId } }: BusyHall): Promise<readonly string[]> {
  const found = await store.query('webhookWork', { webhookId: 'listener', after: 0, limit: 10_000 });
  return found?.events.filter(({ event }) => event.locationId === locationId).map(({ event }) => event.type) ?? [];
}

it.each(operations)('%s gives the same result and webhook events over SQLite and PostgreSQL', async (name) => {
  const [one, other] = await Promise.all([sqlite, postgres].map((store) => busyHall(store, `same-${name}`)));
  const [done, doneThere] = [await run(name, one!), await run(name, other!)];
  expect(withoutIds(doneThere)).toEqual(withoutIds(done));
  expect(await outbox(other!)).toEqual(await outbox(one!));
});

const UNORDERED: ReadonlySet<keyof QueueQueries> = new Set(['waitingCounts', 'queueLocations', 'keptDevices']);

it.each(queries)('%s gives the same result over SQLite and PostgreSQL', async (name) => {
  const found = await Promise.all(
    [sqlite, postgres].map(async (store) => {
      const busy = await busyHall(store, `found-${name}`);
      const rows: unknown = await store.query(name, QUERY_INPUTS[name](busy) as never);
      return UNORDERED.has(name) ? (rows as readonly unknown[]).map((row) => JSON.stringify(row)).toSorted() : rows;
    }),
  );
  expect(withoutIds(found[1])).toEqual(withoutIds(found[0]));
});

/** Each statement reads more of the row that the one before has found, which keeps its place. */
const FOLLOWS_WHAT_IT_FOUND: ReadonlySet<keyof QueueQueries> = new Set(['ticketResults']);
const NO_STORE = {} as Store;

const LOCK: Readonly<Record<GlobalJobQueue, { readonly text: string }>> = {
  erasing: LOCK_ERASING,
  webhooks: LOCK_WEBHOOKS,
  devices: LOCK_DEVICES,
  mail: LOCK_MAIL,
  reports: LOCK_MAIL,
};

/** Users and idempotency keys that an operation names, by which they are locked. */
function lockedNames(name: keyof QueueOperations, busy: BusyHall): readonly string[] {
  return lockNames(
    namesIn([{ operation: name, input: OPERATION_INPUTS[name](busy), idempotency: null } as OperationRequest]),
  );
}

const naming = operations.filter((name) => lockedNames(name, { hall: new Hall(NO_STORE) } as BusyHall).length > 0);

describe('over PostgreSQL', () => {
  it.each(operations)('%s waits for the lock of its scope', async (name) => {
    const busy = await busyHall(postgres, `held-${name}`);
    const definition = OPERATIONS[name];
    await whileHeld(
      definition.scope === 'global'
        ? [LOCK[definition.jobQueue].text]
        : ['SELECT 1 FROM location_queue WHERE location_id = $1 FOR UPDATE', busy.hall.locationId],
      () => run(name, busy),
    );
  });

  it('locks the clerks who begin to serve, and the key of a ticket that is withdrawn', () => {
    const calls = ['callTicket', 'callPausedTicket', 'callCancelledTicket', 'callNextTicket', 'continueVisit'];
    expect(naming.toSorted()).toEqual([...calls, 'takeOver', 'withdrawTicket'].toSorted());
  });

  it.each(naming)('%s waits for the lock of a clerk or key that it names', async (name) => {
    const busy = await busyHall(postgres, `named-${name}`);
    await whileHeld([LOCK_NAMES.text, lockedNames(name, busy)], () => run(name, busy));
  });

  it.each(queries)('%s reads one moment of the database', async (name) => {
    const busy = await busyHall(postgres, `read-${name}`);
    const sent: string[] = [];
    const counting: Pool = {
      ...pool,
      work: (task) =>
        pool.work((line) =>
          task({
            ...line,
            ask(statement, values) {
              sent.push(statement.name);
              return line.ask(statement, values);
            },
            exec(text) {
              sent.push(text);
              return line.exec(text);
            },
          }),
        ),
    };
    const questions = createQuestions(counting, createLocationResolver(pool));
    await byDeadline(60_000, (deadline) => questions.ask(name, QUERY_INPUTS[name](busy) as never, deadline));
    if (QUERIES[name].snapshot) expect(sent[0]).toBe(SNAPSHOT);
    else if (FOLLOWS_WHAT_IT_FOUND.has(name)) expect(sent).not.toContain(SNAPSHOT);
    else expect(sent).toHaveLength(1);
  });

  it('refuses to read the outcome of a key that no lock protects', () => {
    const outcomes = outcomeRows(openSession({} as PoolConnection, 'hall'));
    expect(() => [...outcomes.outcome('unlocked', 0)]).toThrow('not locked');
  });
});

/** Does the work while the lock that a statement takes is held, and expects it to wait for it. */
async function whileHeld(
  [lock, ...values]: readonly [string, ...unknown[]],
  work: () => Promise<object>,
): Promise<void> {
  await holder.query('BEGIN');
  expect((await holder.query(lock, values)).rowCount).toBeGreaterThan(0);
  let isDone = false;
  const done = work().then((result) => {
    isDone = true;
    return result;
  });
  try {
    await expect.poll(async () => isDone || (await isWaitedFor())).toBe(true);
    expect(isDone).toBe(false);
  } finally {
    await holder.query('ROLLBACK');
  }
  expect(await done).toHaveProperty('ok');
}

async function isWaitedFor(): Promise<boolean> {
  const { rows } = await watcher.query(
    'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND $1 = ANY (pg_blocking_pids(pid))',
    [(holder as unknown as { readonly processID: number }).processID],
  );
  return rows.length > 0;
}
