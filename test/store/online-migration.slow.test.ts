/**
 * One step of each kind of an online migration over five million tickets, while other connections read and write single tickets and
 * look at the locks: `npm run test:slow -- online-migration`. `PROVE_TICKETS` says how many.
 */
import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { openPool } from '../../main/database/postgres/pool.ts';
import { silentLog } from '../../main/lib/context.ts';
import { migrate, newestSchema } from '../../main/store/postgres/migrate.ts';
import { SCHEMA } from '../../main/store/postgres/migrations.ts';
import type { MigrationStep, OnlineMigration } from '../../main/store/postgres/online-migration.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { openCluster } from '../helpers/postgres-cluster.ts';
import { Hall } from './queue-hall.ts';

const TICKETS = Number(process.env.PROVE_TICKETS ?? 5_000_000);
const MAX_LOCK_MS = 2_000;
const LOCKS_EVERY_MS = 20;
/** Two busy cores need more than an hour for five million rows. */
const LIMIT_MS = 3 * 3_600_000;

const STEPS: readonly MigrationStep[] = [
  { kind: 'change', sql: 'ALTER TABLE ticket ADD COLUMN floor integer, ADD COLUMN wing integer NOT NULL DEFAULT 7' },
  { kind: 'backfill', table: 'ticket', set: 'floor = 1', where: 'floor IS NULL' },
  { kind: 'check', table: 'ticket', name: 'ticket_floor_is_real', rule: 'floor IS NULL OR floor >= 0' },
  { kind: 'index', name: 'ticket_floor', table: 'ticket', columns: '(location_id, floor)' },
];
/** These keep others from reading or writing rows. */
const BLOCKING = "('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')";
/** Locks on tables and indexes that are held now, with the process that holds them. */
const LOCKS = `SELECT pid || ' ' || relation::regclass || ' ' || mode AS held FROM pg_locks
  WHERE locktype = 'relation' AND granted AND mode IN ${BLOCKING} AND relation = 'ticket'::regclass`;
/** How long anybody waits for a lock of that table or of a row now. */
const WAITS = `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart) * 1000), 0)::float AS ms FROM pg_locks
  WHERE NOT granted AND pid = ANY ($1)`;
const OWN = 'SELECT pg_backend_pid() AS pid';

const QUESTIONS = {
  read: ["SELECT state FROM ticket WHERE location_id = 'hall' AND id = $1"],
  write: ["UPDATE ticket SET note = 'seen' WHERE location_id = 'hall' AND id = $1"],
} as const;

it(
  `no step of a migration of ${TICKETS} tickets keeps others out for two seconds`,
  async () => {
    const say = (line: string): void => void process.stderr.write(`${line}\n`);
    const cluster = await openCluster({ durable: true });
    const clients: pg.Client[] = [];
    try {
      await cluster.sql('postgres', 'CREATE DATABASE queue');
      const url = cluster.url('queue');
      const store = await openPostgresStore({ url, log: silentLog, connections: 2, connectMs: 60_000 });
      await new Hall(store).create();
      await store.close();
      const connect = async (): Promise<pg.Client> => {
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        clients.push(client);
        return client;
      };
      const filling = performance.now();
      await cluster.sql(
        'queue',
        `INSERT INTO ticket SELECT made.* FROM ticket AS seed, generate_series(1, ${TICKETS}) AS n,
          jsonb_populate_record(seed, jsonb_build_object('id', lpad(n::text, 32, '0'), 'number', n + 1, 'state', 5)) AS made;
        ANALYZE ticket`,
      );
      say(`${TICKETS} tickets in ${Math.round((performance.now() - filling) / 1000)} s`);

      let isOver = false;
      const longest = { read: 0, write: 0, lockHeld: 0, lockWait: 0 };
      const askers: number[] = [];
      const faults: string[] = [];
      const asking = Object.entries(QUESTIONS).map(async ([kind, [sql]]) => {
        const client = await connect();
        askers.push((await client.query<{ pid: number }>(OWN)).rows[0]?.pid ?? 0);
        for (let nth = 1; !isOver; nth = (nth * 48_271) % 2_147_483_647) {
          const { rows } = await client.query<{ id: string }>("SELECT lpad($1::text, 32, '0') AS id", [
            1 + (nth % TICKETS),
          ]);
          const began = performance.now();
          await client.query(sql, [rows[0]?.id]).catch((error: Error) => faults.push(`${kind}: ${error.message}`));
          longest[kind as 'read'] = Math.max(longest[kind as 'read'], performance.now() - began);
        }
      });
      const watching = (async () => {
        const client = await connect();
        /** Since when each is held. */
        let since = new Map<string, number>();
        while (!isOver) {
          const { rows } = await client.query<{ held: string }>(LOCKS);
          const now = performance.now();
          since = new Map(rows.map(({ held }) => [held, since.get(held) ?? now]));
          longest.lockHeld = Math.max(longest.lockHeld, ...[...since.values()].map((from) => now - from));
          const waits = await client.query<{ ms: number }>(WAITS, [askers]);
          longest.lockWait = Math.max(longest.lockWait, waits.rows[0]?.ms ?? 0);
          await after(LOCKS_EVERY_MS);
        }
      })();

      const pool = openPool({ url, most: 1, connectMs: 60_000, statementMs: LIMIT_MS });
      const figures: object[] = [];
      for (const [at, step] of STEPS.entries()) {
        Object.assign(longest, { read: 0, write: 0, lockHeld: 0, lockWait: 0 });
        const migration = (number: number, only: MigrationStep): OnlineMigration => ({
          number: newestSchema() + number,
          name: only.kind,
          minimum: newestSchema(),
          steps: [only],
        });
        const online = [...SCHEMA.online, migration(at + 1, step)];
        const began = performance.now();
        await pool.work((line) => migrate(line, { ...SCHEMA, online }));
        const ms = Object.fromEntries(Object.entries(longest).map(([kind, time]) => [kind, Math.round(time)]));
        figures.push({ step: step.kind, seconds: Math.round((performance.now() - began) / 1000), longestMs: ms });
        say(JSON.stringify(figures.at(-1)));
        expect(longest.lockHeld).toBeLessThan(MAX_LOCK_MS);
        expect(longest.lockWait).toBeLessThan(MAX_LOCK_MS);
      }
      isOver = true;
      await Promise.all([...asking, watching]);
      await pool.close();
      expect(faults).toEqual([]);
      const { rows } = await (await connect()).query(
        `SELECT count(*)::int AS filled FROM ticket WHERE floor = 1 AND wing = 7 HAVING count(*) = ${TICKETS + 1}`,
      );
      expect(rows).toHaveLength(1);
    } finally {
      await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
      await cluster.close();
    }
  },
  LIMIT_MS,
);
