/** What only PostgreSQL can do to a store: other versions, several servers at once, a line that breaks. */
import { Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openPool, PLANS, type PoolConnection } from '../../main/database/postgres/pool.ts';
import { everyStatement } from '../../main/database/postgres/statement.ts';
import { StoreUnreachable } from '../../main/database/store-errors.ts';
import { silentLog } from '../../main/lib/context.ts';
import { subscribeLocation } from '../../main/queue/service/subscribe-location.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { migrate, newestSchema, PostgresDatabaseRefused } from '../../main/store/postgres/migrate.ts';
import { MIGRATIONS, ONLINE_MIGRATIONS } from '../../main/store/postgres/migrations.ts';
import { openPostgresStore, type PostgresStoreOptions } from '../../main/store/postgres/open-postgres-store.ts';
import { checkPlace } from '../../main/store/transfer/integrity/check-place.ts';
import { type Cluster, openCluster } from '../helpers/postgres-cluster.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { errno, Hall, value } from './queue-hall.ts';

const open = (url: string, more: Partial<PostgresStoreOptions> = {}): Promise<Store> =>
  openPostgresStore({ url, log: silentLog, connections: 4, connectMs: 60_000, deadlineMs: 120_000, ...more });

async function ask<Row>(url: string, sql: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as never;
  } finally {
    await client.end();
  }
}

/** Of this database: others are on the same machine. */
const WAITS_FOR_NAME = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

async function lineTo(url: string): Promise<{ readonly line: PoolConnection; readonly client: pg.Client }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const line: PoolConnection = {
    ask: async ({ text }, values) => (await client.query(text, values as unknown[])).rows as never,
    tell: async ({ text }, values) => (await client.query(text, values as unknown[])).rowCount ?? 0,
    exec: async (text) => void (await client.query(text)),
  };
  return { line, client };
}

/** Databases of tests admit every role. */
const OPEN_TO_EVERY_ROLE = 'store.public-connect-allowed';

describe('a database', () => {
  it('is brought up to date by one of several servers that start at once', async () => {
    const { url } = await newDatabase('new');
    const stores = await Promise.all(Array.from({ length: 4 }, () => open(url)));
    expect(await ask(url, 'SELECT number, name FROM migration')).toEqual(
      [...MIGRATIONS, ...ONLINE_MIGRATIONS].map(({ number, name }) => ({ number, name })),
    );
    const halls = stores.map((store) => new Hall(store));
    // All at the same location, of which there is nothing yet.
    const created = await Promise.all(halls.flatMap((hall) => [hall.create(), hall.create()]));
    expect(created.map(({ ticket }) => ticket.number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect((await halls[0]!.queue()).waiting).toBe(8);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('is refused when a newer program wrote it, and left as it is', async () => {
    const { url } = await newDatabase('new');
    await (await open(url)).close();
    await ask(url, "INSERT INTO migration (number, name) VALUES (999, 'from the future')");
    await ask(url, 'UPDATE schema_minimum SET minimum = 998');
    const refusal = await open(url).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(PostgresDatabaseRefused);
    expect(refusal).toMatchObject({ message: expect.stringMatching(/^the database has schema 999, .*newer version/) });
    expect(await ask(url, 'SELECT number FROM migration')).toHaveLength(
      MIGRATIONS.length + ONLINE_MIGRATIONS.length + 1,
    );
  });

  it('is refused when its list of migrations is empty, in one line', async () => {
    const { url } = await newDatabase('new');
    await ask(url, 'CREATE TABLE migration (number integer PRIMARY KEY, name text NOT NULL)');
    const refusal = await open(url).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(PostgresDatabaseRefused);
    expect(refusal).toMatchObject({ message: expect.stringMatching(/^the database has an unknown schema: /) });
    await expect(checkPlace({ engine: 'postgres', url })).rejects.toThrow('unknown schema');
  });

  it.each([
    ['', 28],
    ['DROP TABLE schema_minimum;', 20],
  ])(
    'is refused when a build before the first release wrote it, and left as it is: %s schema %i',
    async (more, number) => {
      const { url } = await newDatabase('new');
      await (await open(url)).close();
      await ask(
        url,
        `${more} DELETE FROM migration WHERE number > (SELECT min(number) FROM migration); UPDATE migration SET number = ${number}`,
      );
      const refusal = await open(url).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(PostgresDatabaseRefused);
      expect(refusal).toMatchObject({
        message: `the database has schema ${number}, from before the first release; export the site with the build that wrote it, then start this version with an empty database and that site file`,
      });
      await expect(checkPlace({ engine: 'postgres', url })).rejects.toThrow('from before the first release');
      expect(await ask(url, 'SELECT number FROM migration')).toEqual([{ number }]);
    },
  );

  it('is left as it was when a migration breaks', async () => {
    const { url } = await newDatabase('new');
    const { line, client } = await lineTo(url);
    const broken = {
      number: newestSchema() + 1,
      name: 'broken',
      sql: 'CREATE TABLE half (id text); SELECT nothing',
    };
    await expect(migrate(line, [...MIGRATIONS, broken])).rejects.toThrow('nothing');
    await client.end();
    expect(await ask(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  });

  it('is left alone by a server that could not start on it', async () => {
    const { url } = await newDatabase('new');
    await (await open(url)).close();
    await ask(url, 'ALTER TABLE duty RENAME TO lost_duty');
    await expect(open(url)).rejects.toThrow('duty');
    const left = 'SELECT query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
    await expect.poll(() => ask(url, left)).toEqual([]);
    await ask(url, 'ALTER TABLE lost_duty RENAME TO duty');
    const store = await open(url);
    await new Hall(store).create();
    await store.close();
  });

  it('of a server that is too old is refused in one line', async () => {
    const old = { ask: async () => [{ number: 140_012, name: '14.12' }] } as unknown as PoolConnection;
    await expect(migrate(old)).rejects.toThrow(
      'the database server is PostgreSQL 14.12; this program needs 15 or newer',
    );
  });

  it('that is unreachable is reported without the password', async () => {
    const refusal = await open('postgres://ana:very-secret@127.0.0.1:1/queue').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StoreUnreachable);
    expect(String(refusal)).toContain('ECONNREFUSED');
    expect(String(refusal)).not.toContain('very-secret');
  });
});

describe('several servers on one database', () => {
  let stores: readonly Store[];
  let url: string;
  beforeAll(async () => {
    ({ url } = await newDatabase());
    stores = [await open(url), await open(url)];
  });
  afterAll(() => Promise.all(stores.map((store) => store.close())));
  const hallAt = (name: string, server: number): Hall => new Hall(stores[server]!, name);

  it('call no ticket twice and issue no number twice', async () => {
    const halls = [hallAt('rush', 0), hallAt('rush', 1)];
    const each = <T>(work: (hall: Hall, index: number) => Promise<T>): Promise<T[]> =>
      Promise.all(Array.from({ length: 60 }, (_, index) => work(halls[index % 2]!, index)));
    const created = await each((hall) => hall.create());
    expect(new Set(created.map(({ ticket }) => ticket.number)).size).toBe(60);
    const calls = await each((hall, index) => hall.next(`desk-${index}`));
    expect(new Set(calls.map(({ ticket }) => ticket.id))).toEqual(new Set(created.map(({ ticket }) => ticket.id)));
    expect(errno(await halls[0]!.tryNext('desk-99'))).toBe(8);
  });

  it('have people wait in the order in which they came, within a millisecond too', async () => {
    const halls = [hallAt('order', 0), hallAt('order', 1)];
    for (let number = 1; number <= 12; number += 1) {
      expect((await halls[number % 2]!.create()).ticket.number).toBe(number);
    }
    const numbers = (
      await stores[0]!.query('waitingTickets', {
        serviceId: halls[0]!.service('a'),
        callOrder: 'fifo',
        priorityRatio: 1,
      })
    ).map(({ number }) => number);
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    for (let number = 1; number <= 12; number += 1) {
      expect((await halls[(number + 1) % 2]!.next(`desk-${number}`, { userId: `user-${number}` })).ticket.number).toBe(
        number,
      );
    }
    const last = await stores[1]!.query('lastCalls', { locationId: 'order', limit: 12 });
    expect(last.map(({ ticket }) => ticket.number)).toEqual(numbers.toReversed());
  });

  it('let a user serve at one desk only, also when the desks are at two locations', async () => {
    for (let round = 0; round < 5; round += 1) {
      const halls = [hallAt(`east-${round}`, 0), hallAt(`west-${round}`, 1)];
      await Promise.all(halls.map((hall) => hall.create()));
      const calls = await Promise.all(
        halls.map((hall) => hall.tryNext(`desk-${hall.locationId}`, { userId: `eva-${round}` })),
      );
      expect(calls.map(errno).toSorted()).toEqual([0, 114]);
    }
  });

  it('refuse to take over or continue a visit while its clerk serves at another server', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [east, west, south] = ['east', 'west', 'south'].map((name, index) =>
        hallAt(`${name}-of-${round}`, index % 2),
      );
      const eva = { userId: `eva of ${round}` };
      for (const hall of [east!, west!, south!]) await hall.create();
      const { answer } = await east!.next('desk-e', eva);
      value(await east!.tryAnswer('endCall', answer.id));
      await south!.next('desk-s', { userId: `ana of ${round}` });
      const all = await Promise.all([
        east!.undo('desk-e'),
        west!.tryNext('desk-w', eva),
        south!.run('takeOver', { ...south!.at('desk-s'), ...eva }),
      ]);
      expect(all.map(errno).toSorted()).toEqual([0, 114, 114]);
      for (const hall of [east!, west!, south!]) {
        const open = await hall.store.query('openAnswers', { locationId: hall.locationId });
        for (const { answer: each } of open) value(await hall.tryAnswer('endCall', each.id));
      }
    }
  });

  it('wait for a clerk whom another server has locked, without delaying other clerks', async () => {
    const hall = hallAt('asked', 0);
    for (let visitor = 0; visitor < 3; visitor += 1) await hall.create();
    const { answer } = await hall.next('desk-1', { userId: 'asked' });
    value(await hall.tryAnswer('endCall', answer.id));
    const { locationId, now } = hall;
    const step = await hall.store.query('deskStep', { locationId, deskId: 'desk-1', now });
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('asked', ${0x74_61_6e}))`);
    const call = hall.tryNext('desk-2', { userId: 'not asked' });
    const undone = hall.tryUndo('desk-1', step?.id ?? '');
    expect(value(await call).ticket.number).toBe(2);
    await expect.poll(() => ask(url, WAITS_FOR_NAME)).toHaveLength(1);
    await other.query('ROLLBACK');
    expect(value(await undone).ticket.id).toBe(answer.ticketId);
  });

  it('take back what an earlier program kept without what was written over, and the reason behind a note goes', async () => {
    const hall = hallAt('updated', 0);
    const { ticket } = await hall.create({ note: 'was here before' });
    value(await hall.run('removeTicket', { ...hall.at('desk-1'), ticketId: ticket.id, reason: 'taken twice' }));
    const kept = await ask<{ readonly step: string }>(
      url,
      `UPDATE desk_step SET step = regexp_replace(step, '"texts":[{][^}]*[}],', '')
        WHERE location_id = '${hall.locationId}' RETURNING step`,
    );
    expect(kept.map(({ step }) => step)).toEqual([expect.not.stringContaining('texts')]);
    expect(value(await hall.undo('desk-1')).ticket).toMatchObject({ state: ticket.state, note: 'was here before' });
  });

  it('hold no key while they wait for a clerk, which prevents a deadlock', async () => {
    const hall = hallAt('with a key', 0);
    await hall.create();
    const { answer } = await hall.next('desk-1', { userId: 'asked for' });
    value(await hall.tryAnswer('endCall', answer.id));
    const { locationId, now } = hall;
    const step = await hall.store.query('deskStep', { locationId, deskId: 'desk-1', now });
    const number = (name: string): string => `hashtextextended(${name}, ${0x74_61_6e})`;
    // Whoever wants both has the clerk first.
    const [found] = await ask<{ readonly key: string }>(
      url,
      `SELECT 'undo ' || n AS key FROM generate_series(1, 100) AS n
        WHERE ${number("'key undo ' || n")} > ${number("'asked for'")} LIMIT 1`,
    );
    const { key } = found!;
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query(`BEGIN; SELECT pg_advisory_xact_lock(${number("'asked for'")})`);
    const undone = hall.run('undo', { ...hall.at('desk-1'), stepId: step?.id ?? '' }, { key, fingerprint: 'f' });
    await expect.poll(() => ask(url, WAITS_FOR_NAME)).toHaveLength(1);
    const { rows } = await other.query(`SELECT pg_try_advisory_xact_lock(${number(`'key ${key}'`)}) AS free`);
    expect(rows).toEqual([{ free: true }]);
    await other.query('ROLLBACK');
    expect(value(await undone).ticket.id).toBe(answer.ticketId);
  });

  it('answer the same key once', async () => {
    const halls = [hallAt('twice', 0), hallAt('twice', 1)];
    const key = { key: 'kiosk-1', fingerprint: 'f' };
    const [one, other] = await Promise.all(halls.map((hall) => hall.tryCreate({}, key)));
    expect(value(one!).ticket.id).toBe(value(other!).ticket.id);
    expect((await halls[0]!.queue()).waiting).toBe(1);
  });

  it('answer a key with other parameters at another location by 120, whichever of them comes first', async () => {
    for (let round = 0; round < 5; round += 1) {
      const halls = [0, 1, 0].map((server, index) => hallAt(`place-${index}`, server));
      const said = halls.map((hall, index) => hall.tryCreate({}, { key: `key-${round}`, fingerprint: `${index}` }));
      expect((await Promise.all(said)).map(errno).toSorted()).toEqual([0, 120, 120]);
    }
  });

  it('know of a call that another has made', async () => {
    const [here, there] = [hallAt('both', 0), hallAt('both', 1)];
    await here.create();
    const { answer } = await there.next('desk-of-both');
    value(await here.tryAnswer('pauseCall', answer.id));
    expect(errno(await there.tryAnswer('endCall', answer.id))).toBe(116);
    expect(await there.state(answer.ticketId)).toBe(3);
  });
});

/** Ways to read more than is asked for: all of a location, or of all locations, row by row. */
const WIDE = [
  /Hash Join|Merge|Gather/,
  /Index Scan using (?!answer_open)\w+ on (?:ticket|answer|idempotency|form_answer|check_in)\b[^\n]*\n *Index Cond: \(location_id = [^)]*\)$/m,
  /Index Cond: (?!\(id = )[^\n]*\n *Filter: [^\n]*location_id = /,
];

/** Several processes are as soon thought of as for tables of millions. */
const AS_IF_LARGE = [
  'parallel_setup_cost',
  'parallel_tuple_cost',
  'min_parallel_table_scan_size',
  'min_parallel_index_scan_size',
].map((cost) => `${cost} = 0`);

/** Metrics count every queue, at most once a scrape. */
const OF_ALL_LOCATIONS = 'waiting-counts';

describe('every statement', () => {
  it('reads rows by an index that begins like its query', async () => {
    const { url } = await newDatabase('new');
    await (await open(url)).close();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const setting of [...AS_IF_LARGE, ...PLANS, 'plan_cache_mode = force_generic_plan']) {
      await client.query(`SET ${setting}`);
    }
    const poor: string[] = [];
    for (const { name, text } of everyStatement()) {
      const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
      await client.query(`PREPARE "${name}" AS ${text}`);
      const values = count === 0 ? '' : `(${Array(count).fill('NULL').join(', ')})`;
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE "${name}"${values}`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      const isWhole =
        /Seq Scan on (?!webhook_progress|credential|site_item|webhook_event_seq_seq|migration|day_end|device_state|report_view)/.test(
          plan,
        );
      if (name === OF_ALL_LOCATIONS) continue;
      if (isWhole || WIDE.some((wide) => wide.test(plan))) poor.push(`${name}\n${plan}`);
    }
    await client.end();
    expect(poor).toEqual([]);
  });
});

describe('a batch', () => {
  it('goes to the database in one piece', async () => {
    const { url } = await newDatabase('new');
    const pool = openPool({ url, most: 1, connectMs: 60_000, statementMs: 60_000 });
    onTestFinished(() => pool.close());
    const one = { name: 'one', text: 'SELECT $1::int AS one' };
    await pool.work(async (line) => {
      const pieces = [vi.spyOn(Socket.prototype, '_write'), vi.spyOn(Socket.prototype, '_writev' as never)];
      const answers = Promise.all([
        line.exec('BEGIN'),
        line.ask<{ readonly one: number }>(one, [1]),
        line.ask<{ readonly one: number }>(one, [2]),
        line.exec('COMMIT'),
      ]);
      // It goes out at the end of this turn, in which no other socket writes.
      await new Promise<void>((resolve) => process.nextTick(resolve));
      const count = pieces.flatMap(({ mock }) => mock.calls).length;
      for (const piece of pieces) piece.mockRestore();
      const [, [first], [second]] = await answers;
      expect([first?.one, second?.one, count]).toEqual([1, 2, 1]);
    });
  });

  it('loses only the failing request, and publishes nothing of it', async () => {
    const store = await open((await newDatabase()).url);
    const told: string[] = [];
    store.onEvents((events) => told.push(...events.map(({ type }) => type)));
    const hall = new Hall(store);
    const first = hall.create();
    const broken = hall.create({ flags: 'none' as never });
    const last = hall.create();
    await expect(broken).rejects.toThrow('integer');
    await expect(broken).rejects.not.toBeInstanceOf(StoreUnreachable);
    expect([(await first).ticket.number, (await last).ticket.number]).toEqual([1, 2]);
    expect((await hall.queue()).waiting).toBe(2);
    expect(told).toEqual(['ticket.created', 'ticket.created']);
    await store.close();
  });

  it('reports a failing request as a bug, also if it is about a connection, and runs the others', async () => {
    const logged: { readonly event: string; readonly detail?: string }[] = [];
    const write = (event: string, fields?: object): unknown => logged.push({ event, ...fields });
    const store = await open((await newDatabase()).url, { log: { info: write, warn: write, error: write } });
    const halls = [new Hall(store, 'one'), new Hall(store, 'two')];
    const note = { toJSON: () => (undefined as never as { readonly connection: string }).connection } as never;
    const [broken, ...others] = await Promise.allSettled([
      halls[0]!.create({ note }),
      halls[0]!.create(),
      halls[1]!.create(),
    ]);
    expect(broken).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) });
    expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    const told = logged.filter(
      ({ event }) => !['store.migration-step-started', 'store.opened', OPEN_TO_EVERY_ROLE].includes(event),
    );
    expect(told).toMatchObject([
      { event: 'store.unexpected-error', error: expect.stringMatching(/connection(?:.|\n)*\n *at /) },
    ]);
    await store.close();
  });

  describe('that PostgreSQL undoes', () => {
    const visitor = (clientName: string) => ({ clientName });
    /** It breaks for the visitor of that name, so many times. */
    async function breaking(state: string, name: string, times: number): Promise<Store> {
      const { url } = await newDatabase('new');
      const store = await open(url);
      // Of which there is nothing yet goes by itself.
      for (const hall of ['one', 'two']) await new Hall(store, hall).create();
      await ask(
        url,
        `CREATE SEQUENCE tries;
        CREATE FUNCTION breaks() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF NEW.client_name = '${name}' AND nextval('tries') <= ${times} THEN
            RAISE EXCEPTION 'undone' USING ERRCODE = '${state}';
          END IF;
          RETURN NEW; END $$;
        CREATE TRIGGER breaks BEFORE INSERT ON ticket FOR EACH ROW EXECUTE FUNCTION breaks()`,
      );
      onTestFinished(() => store.close());
      return store;
    }
    const rush = (store: Store) => {
      const [one, two] = [new Hall(store, 'one'), new Hall(store, 'two')];
      const all = [one.create(visitor('Rui')), one.create(visitor('Ana')), two.create(visitor('Eva'))];
      return Promise.all(
        all.map((each) =>
          each.then(
            ({ ticket }) => ticket.number,
            (error: unknown) => error,
          ),
        ),
      );
    };

    it.each(['40P01', '40001'])('because others were in the way (%s) is done once more', async (state) => {
      expect(await rush(await breaking(state, 'Ana', 1))).toEqual([2, 3, 2]);
    });

    it('twice is refused whole, and may be tried again', async () => {
      const store = await breaking('40P01', 'Ana', 2);
      expect(await rush(store)).toEqual(Array(3).fill(expect.any(StoreUnreachable)));
      expect(await rush(store)).toEqual([2, 3, 2]);
    });

    it('by an error over one request loses only that one', async () => {
      const store = await breaking('XX000', 'Ana', 99);
      expect(await rush(store)).toEqual([2, expect.any(StoreUnreachable), 2]);
    });
  });

  it('takes any text, but for the one character that PostgreSQL has no room for', async () => {
    const store = await open((await newDatabase()).url);
    const hall = new Hall(store);
    const odd = { note: 'a\0b', clientName: '\\u0000 \u202e😀\ud800', customField: '"\'\n' };
    const key = { key: 'odd', fingerprint: 'f' };
    const { ticket } = value(await hall.tryCreate(odd, key));
    const stored = await store.query('ticket', { ticketId: ticket.id });
    expect(stored).toMatchObject({ note: 'ab', clientName: '\\u0000 \u202e😀\ufffd', customField: '"\'\n' });
    const erased = await hall.run('anonymise', {
      limit: 10,
      tickets: [{ locationId: hall.locationId, issuedBefore: hall.now + 1 }],
      appointments: [],
    });
    expect(value(erased).tickets).toBe(1);
    expect(value(await hall.tryCreate(odd, key)).ticket).toMatchObject({ note: '', clientName: '', customField: '' });
    await store.close();
  });

  it('deletes old idempotency keys', async () => {
    const { url } = await newDatabase();
    const store = await open(url);
    const hall = new Hall(store);
    await Promise.all(Array.from({ length: 250 }, (_, i) => hall.tryCreate({}, { key: `key ${i}`, fingerprint: 'f' })));
    hall.later(24 * 3600 + 1);
    await hall.create();
    await expect.poll(() => hall.create().then(() => ask(url, 'SELECT 1 FROM idempotency'))).toEqual([]);
    await store.close();
  });
});

describe('a database outage', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await openCluster({ durable: true });
    await cluster.sql('postgres', 'CREATE DATABASE queue');
  });
  afterAll(() => cluster.close());

  it('is reported at once, recovers automatically, and loses no confirmed change', async () => {
    const logged: string[] = [];
    const write = (event: string): void => {
      if (event.startsWith('store.') && ![OPEN_TO_EVERY_ROLE, 'store.migration-step-started'].includes(event))
        logged.push(event);
    };
    const store = await open(cluster.url('queue'), { log: { info: write, warn: write, error: write } });
    const hall = new Hall(store);
    const confirmed = (await Promise.all(Array.from({ length: 50 }, () => hall.create()))).map(
      ({ ticket }) => ticket.id,
    );
    let isUp = true;
    const rush = (async () => {
      while (isUp)
        await hall.create().then(
          ({ ticket }) => confirmed.push(ticket.id),
          () => undefined,
        );
    })();
    await cluster.kill();
    isUp = false;
    await rush;
    await expect(hall.create()).rejects.toBeInstanceOf(StoreUnreachable);
    await expect(store.ping()).rejects.toBeInstanceOf(StoreUnreachable);
    await expect(hall.queue()).rejects.toBeInstanceOf(StoreUnreachable);
    await cluster.start();
    await expect
      .poll(() =>
        store.ping().then(
          () => 'there',
          () => 'away',
        ),
      )
      .toBe('there');
    const waiting = new Set(await hall.waiting());
    expect(confirmed.filter((id) => !waiting.has(id))).toEqual([]);
    expect((await hall.queue()).waiting).toBe(waiting.size);
    expect((await hall.create()).ticket.number).toBeGreaterThan(confirmed.length);
    // A database that starts may take a connection and drop it again.
    expect(logged.slice(0, 3)).toEqual(['store.opened', 'store.unavailable', 'store.recovered']);
    expect(logged.at(-1)).toBe('store.recovered');
    await store.close();
  });

  it('receives changes of a location that was first used during the outage', async () => {
    const store = await open(cluster.url('queue'), { connectMs: 500 });
    onTestFinished(() => store.close());
    await cluster.kill();
    const told: string[] = [];
    const held = subscribeLocation(
      store,
      'heard',
      () => told.push('missed'),
      () => told.push('begun'),
    );
    await expect(held.heard).rejects.toBeInstanceOf(StoreUnreachable);
    await cluster.start();
    await expect.poll(() => told).toEqual(['missed', 'begun']);
    await held.heard;
    held.stop();
  });

  it('answers by the deadline while another server holds the location, and does nothing later', async () => {
    const url = cluster.url('queue');
    const patient = await open(url);
    await new Hall(patient, 'held').create();
    await patient.close();
    const store = await open(url, { deadlineMs: 300 });
    const hall = new Hall(store, 'held');
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query("BEGIN; SELECT 1 FROM location_queue WHERE location_id = 'held' FOR UPDATE");
    // Until one has reached the database: on a busy machine it is given up before it is sent.
    await expect
      .poll(async () => {
        await expect(hall.create()).rejects.toThrow('in time');
        return ask(url, 'SELECT 1 FROM pg_locks WHERE NOT granted');
      })
      .toHaveLength(1);
    // Behind the first, which still waits for the location, and may be done yet.
    const late = hall.create({ serviceId: 'late' });
    await expect(late).rejects.toBeInstanceOf(StoreUnreachable);
    await other.query('ROLLBACK');
    await other.end();
    await expect.poll(() => hall.tryCreate().then(errno, () => 131)).toBe(0);
    expect(await ask(url, "SELECT 1 FROM ticket WHERE location_id = 'held' AND service_id = 'late'")).toEqual([]);
    await store.close();
  });
});
