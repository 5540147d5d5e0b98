/** Online migrations beside running servers: rules, locks and interruptions. */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPool, type PoolConnection } from '../../main/database/postgres/pool.ts';
import { silentLog } from '../../main/lib/context.ts';
import { migrate, newestSchema, PostgresDatabaseRefused } from '../../main/store/postgres/migrate.ts';
import { ONLINE_MIGRATIONS, SCHEMA, type Schema } from '../../main/store/postgres/migrations.ts';
import {
  MigrationBlocked,
  type MigrationStep,
  type OnlineMigration,
} from '../../main/store/postgres/online-migration.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { migrationFaults } from './migration-rules.ts';
import { Hall } from './queue-hall.ts';
import { RELEASED_SCHEMAS } from './released-schemas.ts';

const BASE = newestSchema();
const AT_ONCE = { noticeMs: 0 };

const online = (steps: readonly MigrationStep[], more: Partial<OnlineMigration> = {}): OnlineMigration => ({
  number: BASE + 1,
  name: 'next',
  minimum: BASE,
  steps,
  ...more,
});
const after = (...migrations: readonly OnlineMigration[]): Schema => ({ ...SCHEMA, online: migrations });

/** Adds a column with backfill, constraint and index: the usual steps of a release. */
const EXPAND: readonly MigrationStep[] = [
  { kind: 'change', sql: 'ALTER TABLE ticket ADD COLUMN IF NOT EXISTS floor integer' },
  { kind: 'backfill', table: 'ticket', set: 'floor = 1', where: 'floor IS NULL' },
  { kind: 'check', table: 'ticket', name: 'ticket_floor_is_real', rule: 'floor >= 0' },
  { kind: 'index', name: 'ticket_floor', table: 'ticket', columns: '(location_id, floor)' },
];

const patient = (url: string) => ({ url, log: silentLog, connections: 2, connectMs: 60_000 });

/** A database of this program with tickets, and a connection to it. */
async function openDatabase(
  tickets: number,
): Promise<{ readonly url: string; readonly line: PoolConnection; sql: Sql }> {
  const { url } = await newDatabase('new');
  const store = await openPostgresStore(patient(url));
  const hall = new Hall(store);
  for (let nth = 0; nth < tickets; nth += 1) await hall.create();
  await store.close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const line: PoolConnection = {
    ask: async ({ text }, values) => (await client.query(text, values as unknown[])).rows as never,
    tell: async ({ text }, values) => (await client.query(text, values as unknown[])).rowCount ?? 0,
    exec: async (text) => void (await client.query(text)),
  };
  return { url, line, sql: async (text) => (await client.query(text)).rows };
}

type Sql = (text: string) => Promise<readonly Record<string, unknown>[]>;

const FILES = `SELECT relname, pg_relation_filenode(oid) AS file FROM pg_class
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`;

describe('the rules', () => {
  it('apply to every online migration', () => {
    const numbers = [SCHEMA.whole.at(-1)?.number ?? 0, ...ONLINE_MIGRATIONS.map(({ number }) => number)];
    const faults = ONLINE_MIGRATIONS.flatMap((each, at) => migrationFaults(each, numbers[at] ?? 0));
    expect(faults).toEqual([]);
  });

  it('let tables, columns and constant defaults be added', () => {
    const sql = `CREATE TABLE visit (id text COLLATE "C" PRIMARY KEY);
      ALTER TABLE ticket ADD COLUMN floor integer NOT NULL DEFAULT 0, ADD COLUMN note text`;
    expect(migrationFaults(online([{ kind: 'change', sql }, ...EXPAND]), BASE)).toEqual([]);
  });

  it.each([
    'CREATE INDEX a ON ticket (state)',
    'create unique index a on ticket (state)',
    'ALTER TABLE ticket ADD CONSTRAINT a CHECK (state > 0)',
    'ALTER TABLE ticket ADD UNIQUE (state)',
    'ALTER TABLE ticket ALTER COLUMN state TYPE bigint',
    'ALTER TABLE ticket ALTER state SET NOT NULL',
    'ALTER TABLE ticket ADD COLUMN a uuid DEFAULT gen_random_uuid()',
    'ALTER TABLE ticket ADD COLUMN a integer GENERATED ALWAYS AS (state + 1) STORED',
    'ALTER TABLE ticket ADD COLUMN a integer NOT NULL',
    'UPDATE ticket SET state = 1',
    'DELETE FROM ticket',
    'INSERT INTO ticket SELECT * FROM answer',
    'TRUNCATE location_event',
    'LOCK TABLE ticket',
    'ALTER TABLE ticket SET UNLOGGED',
    'ALTER TABLE ticket DROP COLUMN state',
    'ALTER TABLE ticket RENAME COLUMN state TO status',
  ])('refuse %s', (sql) => {
    expect(migrationFaults(online([{ kind: 'change', sql }], { minimum: 1 }), BASE)).not.toEqual([]);
  });

  it('allow a removal once no running version uses it', () => {
    const sql = 'ALTER TABLE ticket DROP COLUMN floor';
    expect(migrationFaults(online([{ kind: 'change', sql }], { minimum: BASE + 1 }), BASE)).toEqual([]);
  });

  it('refuse a name that is too long with the suffix of a partition', () => {
    const step: MigrationStep = {
      kind: 'index',
      name: `ticket_${'x'.repeat(40)}`,
      table: 'ticket',
      columns: '(location_id, id)',
    };
    expect(migrationFaults(online([step]), BASE)).not.toEqual([]);
  });

  it('apply to every change from now on: only the baseline stops servers', () => {
    expect(SCHEMA.whole).toMatchObject([{ number: RELEASED_SCHEMAS[0]?.schema }]);
  });
});

describe('an online migration', () => {
  it('changes rows in batches, rewrites no table, and lets a store of the previous release continue', async () => {
    const { url, line, sql } = await openDatabase(25);
    const store = await openPostgresStore(patient(url));
    onTestFinished(() => store.close());
    const before = await sql(FILES);
    const outdated: string[] = [];
    store.peers.onOutdated(() => outdated.push('outdated'));
    await migrate(line, after(online(EXPAND)), { ...AT_ONCE, batch: 10 });
    expect(await sql(FILES)).toEqual(before);
    expect(await sql('SELECT count(*)::int AS filled FROM ticket WHERE floor = 1')).toEqual([{ filled: 25 }]);
    expect(await sql("SELECT indisvalid FROM pg_index WHERE indexrelid = 'ticket_floor'::regclass")).toEqual([
      { indisvalid: true },
    ]);
    expect(await sql("SELECT convalidated FROM pg_constraint WHERE conname = 'ticket_floor_is_real'")).toEqual([
      { convalidated: true },
    ]);
    expect(await sql('SELECT * FROM migration_step')).toEqual([]);
    expect((await new Hall(store).create()).ticket.number).toBe(26);
    expect(outdated).toEqual([]);
    // Also one that starts now.
    const late = await openPostgresStore(patient(url));
    await late.close();
  });

  it('continues after a kill with the step after the last finished one', async () => {
    const { line, sql } = await openDatabase(25);
    // Killed in the second batch of the backfill: its connection is closed.
    let batches = 0;
    const dying: PoolConnection = {
      ...line,
      ask: async (statement, values) => {
        if (statement.text.includes('UPDATE ticket')) batches += 1;
        if (batches > 1) throw new Error('killed');
        return line.ask(statement, values);
      },
    };
    await expect(migrate(dying, after(online(EXPAND)), { ...AT_ONCE, batch: 10 })).rejects.toThrow('killed');
    expect(await sql('SELECT step::int AS step FROM migration_step')).toEqual([{ step: 0 }]);
    // An interrupted index remains, and is invalid.
    await sql('CREATE INDEX ticket_floor ON ticket (location_id, floor)');
    await sql("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'ticket_floor'::regclass");
    const done: string[] = [];
    const watched: PoolConnection = {
      ...line,
      exec: async (text) => {
        done.push(text);
        return line.exec(text);
      },
    };
    await migrate(watched, after(online(EXPAND)), { ...AT_ONCE, batch: 10 });
    expect(done.filter((text) => text.includes('ADD COLUMN'))).toEqual([]);
    expect(await sql('SELECT count(*)::int AS filled FROM ticket WHERE floor = 1')).toEqual([{ filled: 25 }]);
    expect(await sql("SELECT indisvalid FROM pg_index WHERE indexrelid = 'ticket_floor'::regclass")).toEqual([
      { indisvalid: true },
    ]);
    await migrate(line, after(online(EXPAND)), AT_ONCE);
    expect(await sql(`SELECT number FROM migration WHERE number > ${BASE}`)).toEqual([{ number: BASE + 1 }]);
  });

  it('waits at most a second for a locked table, lets others pass, and retries', async () => {
    const { url, line, sql } = await openDatabase(1);
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE ticket IN ACCESS SHARE MODE');
    await expect(migrate(line, after(online(EXPAND)), { ...AT_ONCE, patienceMs: 0 })).rejects.toBeInstanceOf(
      MigrationBlocked,
    );
    expect(await sql('SELECT * FROM migration_step')).toEqual([]);
    const migrated = migrate(line, after(online(EXPAND)), AT_ONCE);
    const isWaiting = async (): Promise<boolean> =>
      (await holder.query("SELECT 1 FROM pg_locks WHERE relation = 'ticket'::regclass AND NOT granted")).rows.length >
      0;
    await expect.poll(isWaiting).toBe(true);
    await expect.poll(isWaiting).toBe(false);
    await holder.query('COMMIT');
    await migrated;
    expect(await sql('SELECT count(*)::int AS filled FROM ticket WHERE floor = 1')).toEqual([{ filled: 1 }]);
  });

  it('waits for rows locked by others, without holding a lock that they may need', async () => {
    const { url, line, sql } = await openDatabase(5);
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    onTestFinished(() => holder.end());
    await migrate(line, after(online(EXPAND.slice(0, 1))), AT_ONCE);
    await holder.query('BEGIN');
    await holder.query('UPDATE ticket SET note = $1 WHERE number = 3', ['held']);
    const fill = online(EXPAND.slice(1, 2), { number: BASE + 2 });
    const held = migrate(line, after(fill), { ...AT_ONCE, patienceMs: 0 });
    await expect(held).rejects.toBeInstanceOf(MigrationBlocked);
    const others = 'SELECT number::int AS number FROM ticket WHERE floor = 1 ORDER BY number FOR UPDATE NOWAIT';
    expect((await holder.query(others)).rows.map(({ number }) => number)).toEqual([1, 2, 4, 5]);
    const filled = migrate(line, after(fill), AT_ONCE);
    await holder.query('COMMIT');
    await filled;
    expect(await sql("SELECT note FROM ticket WHERE floor = 1 AND note <> ''")).toEqual([{ note: 'held' }]);
    expect(await sql('SELECT 1 FROM ticket WHERE floor IS NULL')).toEqual([]);
  });

  it('reads only its batch of a large table', async () => {
    const { url, sql } = await openDatabase(1);
    await sql(`INSERT INTO ticket SELECT made.* FROM ticket AS seed, generate_series(1, 20000) AS n,
      jsonb_populate_record(seed, jsonb_build_object('id', n::text, 'number', n + 1, 'state', 5)) AS made`);
    await sql('ANALYZE ticket');
    const pool = openPool({ url, most: 1, connectMs: 10_000, statementMs: 60_000 });
    onTestFinished(() => pool.close());
    const plans: string[] = [];
    await pool.work(async (line) => {
      /** Query plans of the backfill on a server's connection. */
      const explain = async (text: string, values: readonly unknown[]): Promise<void> => {
        await line.exec(`PREPARE asked AS ${text}`);
        const given = values.length === 0 ? '' : `(${values.map((value) => `'${String(value)}'`).join(', ')})`;
        const rows = await line.ask<Record<string, string>>({ name: '', text: `EXPLAIN EXECUTE asked${given}` }, []);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        await line.exec('DEALLOCATE asked');
      };
      const watched: PoolConnection = {
        ...line,
        ask: async (statement, values) => {
          if (/FROM ticket/.test(statement.text)) await explain(statement.text, values);
          return line.ask(statement, values);
        },
      };
      await migrate(watched, after(online(EXPAND.slice(0, 2))), { ...AT_ONCE, batch: 1_000 });
    });
    expect(plans.length).toBeGreaterThan(6);
    // Read by its key, and each row of a batch by its id.
    expect(
      plans.filter((plan) => !/using ticket_pkey/.test(plan) || /using (?!ticket_pkey|ticket_id)/.test(plan)),
    ).toEqual([]);
  });

  it('reports a backfill that would never end', async () => {
    const { line } = await openDatabase(1);
    const step: MigrationStep = { kind: 'backfill', table: 'ticket', set: 'note = note', where: 'number > 0' };
    await expect(migrate(line, after(online([step])), AT_ONCE)).rejects.toThrow('selects rows that it has changed');
  });

  it('is done once by servers that start simultaneously, none of which waits inside the database', async () => {
    const { url, line, sql } = await openDatabase(3);
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    onTestFinished(() => holder.end());
    // The index waits for this transaction, so that it is being built when the others start.
    await holder.query('BEGIN');
    await holder.query("UPDATE ticket SET note = ''");
    const watcher = new pg.Client({ connectionString: url });
    await watcher.connect();
    onTestFinished(() => watcher.end());
    const running = async (how: string): Promise<number> => {
      const of = 'FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
      return (await watcher.query(`SELECT 1 ${of} AND ${how}`)).rows.length;
    };
    const next = after(
      online([{ kind: 'index', name: 'ticket_note', table: 'ticket', columns: '(location_id, note)' }]),
    );
    const first = migrate(line, next, AT_ONCE);
    await expect.poll(() => running("query LIKE 'CREATE INDEX%' AND wait_event_type = 'Lock'")).toBe(1);
    const others = [1, 2].map(() => openPostgresStore({ ...patient(url), schema: next }));
    const hasAsked = (): Promise<number> => running("query LIKE '%pg_try_advisory_lock%'");
    await expect.poll(hasAsked).toBe(2);
    await holder.query('COMMIT');
    await first;
    for (const store of await Promise.all(others)) await store.close();
    expect(await sql(`SELECT number FROM migration WHERE number > ${BASE}`)).toEqual([{ number: BASE + 1 }]);
  });

  it('builds the index of a partitioned table in each partition', async () => {
    const { line, sql } = await openDatabase(9);
    await sql(readFileSync(new URL('../../packaging/servers/partitions.sql', import.meta.url), 'utf8'));
    await migrate(line, after(online(EXPAND)), { ...AT_ONCE, batch: 2 });
    expect(
      await sql(`SELECT count(*)::int AS parts, bool_and(indisvalid) AS valid FROM pg_index
        WHERE indexrelid::regclass::text LIKE 'ticket_floor%'`),
    ).toEqual([{ parts: 9, valid: true }]);
    expect(await sql('SELECT count(*)::int AS filled FROM ticket WHERE floor = 1')).toEqual([{ filled: 9 }]);
  });

  it('that removes something gives earlier versions time, ends their leader leases, and refuses their new starts', async () => {
    const { url, line } = await openDatabase(1);
    const logged: (readonly [string, unknown])[] = [];
    const error = (event: string, data?: unknown): void => void logged.push([event, data]);
    const store = await openPostgresStore({ ...patient(url), log: { ...silentLog, error } });
    onTestFinished(() => store.close());
    await expect.poll(() => store.peers.isMine('mail')).toBe(true);
    const outdated = new Promise<number>((resolve) => store.peers.onOutdated(resolve));
    const contract = online([{ kind: 'change', sql: 'DROP TABLE report_view' }], { minimum: BASE + 1 });
    const order: string[] = [];
    const watched: PoolConnection = {
      ...line,
      exec: async (text) => {
        if (text.startsWith('DROP')) order.push('dropped');
        return line.exec(text);
      },
    };
    void outdated.then(() => order.push('outdated'));
    const migrated = migrate(watched, after(contract), { noticeMs: 2_000 });
    expect(await outdated).toBeGreaterThan(0);
    // Not even before the change is finished.
    await expect(openPostgresStore(patient(url))).rejects.toThrow(
      `the database has schema ${BASE + 1}, but this program supports up to ${BASE}`,
    );
    await migrated;
    expect(order).toEqual(['outdated', 'dropped']);
    expect(store.peers.isMine('mail')).toBe(false);
    expect(logged).toEqual([['store.release-outdated', expect.objectContaining({ needs: BASE + 1, knows: BASE })]]);
    await expect(openPostgresStore(patient(url))).rejects.toBeInstanceOf(PostgresDatabaseRefused);
  });
});

it('reads a schema by a pool with the limits of a server', async () => {
  const { url } = await openDatabase(0);
  const pool = openPool({ url, most: 1, connectMs: 10_000, statementMs: 60_000 });
  onTestFinished(() => pool.close());
  await pool.work((line) => migrate(line, after(online(EXPAND)), AT_ONCE));
  const [row] = await pool.work((line) =>
    line.ask<{ limit: string }>({ name: '', text: "SELECT current_setting('lock_timeout') AS limit" }, []),
  );
  expect(row?.limit).toBe('1min');
});
