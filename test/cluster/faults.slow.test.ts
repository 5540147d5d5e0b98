/**
 * The fault table: three programs over one PostgreSQL under load, and one fault after the other. Prints per fault how many
 * tickets were acknowledged, lost and doubled, what clients and the log were told, and when requests were answered again:
 * `npm run test:slow -- test/servers/faults`.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabaseLine } from '../helpers/database-line.ts';
import { startPackagedNginx } from '../helpers/nginx.ts';
import { type Cluster, openCluster } from '../helpers/postgres-cluster.ts';
import { type BusyDayOptions, playBusyDay } from './busy-day.ts';
import type { ServerGroup } from './server-group.ts';

const OPERATIONS = Number(process.env.PROVE_OPERATIONS ?? 600);
const DESKS = 6;
const LIMIT_MS = 600_000;
/** Answered again after the end of a fault, on a machine that does much else. */
const RECOVERED_WITHIN_MS = 60_000;
const SCRIPT = new URL('../../main/serve.ts', import.meta.url);
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

interface Row {
  readonly fault: string;
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  readonly told: string;
  readonly againAfterMs: number;
}

/** What a fault can do harm with. */
interface Scene {
  readonly servers: ServerGroup;
  readonly cluster: Cluster;
  /** Runs SQL in the database of the queue. */
  readonly sql: (sql: string) => Promise<string>;
  readonly done: () => number;
}

interface Fault {
  readonly name: string;
  readonly harm: (scene: Scene) => Promise<void>;
  readonly start?: (database: string) => Promise<Started>;
  readonly behind?: BusyDayOptions['behind'];
  /** The cluster that has the queue at the end. */
  readonly clusterAtEnd?: () => Cluster;
  /** Words that the log or an answer must have. */
  readonly told?: RegExp;
}

interface Started extends NonNullable<BusyDayOptions['start']> {
  readonly close?: () => Promise<void>;
}

const UNCALLED = `SELECT count(*) FROM ticket WHERE state = 5
  AND NOT EXISTS (SELECT 1 FROM answer WHERE answer.location_id = ticket.location_id AND answer.ticket_id = ticket.id)`;

const rows: Row[] = [];
let cluster: Cluster;
beforeAll(async () => {
  cluster = await openCluster({ durable: true });
});
afterAll(async () => {
  await cluster?.close();
  console.table(rows.map(({ fault, ...row }) => ({ fault, ...row })));
});

const TERMINATE = `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
  WHERE pid <> pg_backend_pid() AND datname = 'queue'`;

const TERMINATE_NOTICES = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'take-a-number notices'`;

/** Holds a lock for some time, in a transaction of another program. */
async function hold(url: string, sql: string, ms: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`BEGIN; ${sql}`);
    await after(ms);
    await client.query('ROLLBACK');
  } finally {
    await client.end();
  }
}

/** Settings of the database for some seconds, which connections take up at once. */
async function setFor(database: Cluster, settings: readonly string[], ms: number): Promise<void> {
  for (const setting of settings) await database.sql('postgres', `ALTER DATABASE queue SET ${setting}`);
  await database.sql('postgres', TERMINATE);
  await after(ms);
  await database.sql('postgres', 'ALTER DATABASE queue RESET ALL');
  await database.sql('postgres', TERMINATE);
}

const FAULTS: readonly Fault[] = [
  {
    name: 'kill -9 of each server, twice',
    async harm({ servers }) {
      for (let kill = 0; kill < 6; kill += 1) {
        await servers.killNext();
        await after(3_000);
      }
    },
  },
  {
    name: 'SIGTERM of each server',
    async harm({ servers }) {
      for (const number of [0, 1, 2]) await servers.restart(number);
    },
  },
  {
    name: 'a server stopped for 10 s (SIGSTOP)',
    async harm({ servers }) {
      servers.signal(2, 'SIGSTOP');
      await after(10_000);
      servers.signal(2, 'SIGCONT');
    },
  },
  {
    name: 'all connections terminated, five times',
    told: /131/,
    async harm({ sql }) {
      for (let time = 0; time < 5; time += 1) {
        await sql(TERMINATE);
        await after(500);
      }
    },
  },
  {
    name: 'PostgreSQL restarted in order',
    told: /131/,
    async harm({ cluster: database }) {
      await database.stop();
      await database.start();
    },
  },
  {
    name: 'PostgreSQL killed as by a power failure',
    told: /131/,
    async harm({ cluster: database }) {
      await database.kill();
      await database.start();
    },
  },
  {
    name: 'PostgreSQL unavailable for 20 s',
    told: /131.*store\.unavailable|store\.unavailable.*131/s,
    async harm({ cluster: database }) {
      await database.kill();
      await after(20_000);
      await database.start();
    },
  },
  {
    name: 'a synchronous standby unavailable for 10 s',
    async harm({ cluster: database }) {
      const standby = await database.follow();
      await standby.kill();
      await after(10_000);
      await standby.start();
      await database.sql('postgres', 'ALTER SYSTEM RESET synchronous_standby_names');
      await database.sql('postgres', 'SELECT pg_reload_conf()');
      await standby.close();
    },
  },
  {
    name: 'the connection of one server silent for 20 s',
    told: /store\.unavailable/,
    async start(database) {
      const line = await openDatabaseLine(database);
      lineOfOne = line;
      return { databaseOf: (number) => (number === 1 ? line.url : database), close: () => line.close() };
    },
    async harm() {
      lineOfOne?.freeze();
      await after(20_000);
      lineOfOne?.cut();
    },
  },
  {
    name: 'LOCK TABLE ticket for 10 s',
    harm: ({ cluster: database }) => hold(database.url('queue'), 'LOCK TABLE ticket IN ACCESS EXCLUSIVE MODE', 10_000),
  },
  {
    name: 'one row of location_queue locked for 10 s',
    harm: ({ cluster: database }) =>
      hold(database.url('queue'), "SELECT 1 FROM location_queue WHERE location_id = 'north' FOR UPDATE", 10_000),
  },
  {
    name: 'VACUUM FULL, REINDEX, ALTER, CREATE INDEX',
    async harm({ sql }) {
      for (const statement of [
        'VACUUM FULL ticket',
        'VACUUM FULL location_event',
        'REINDEX TABLE answer',
        'ALTER TABLE ticket ADD COLUMN of_an_administrator text',
        'ALTER TABLE answer ADD COLUMN of_an_administrator text',
        'CREATE INDEX of_an_administrator ON ticket (issued_at)',
        'ALTER TABLE ticket DROP COLUMN of_an_administrator; ALTER TABLE answer DROP COLUMN of_an_administrator',
      ]) {
        // PostgreSQL may end it for a deadlock with the load; an administrator types it again.
        for (let isDone = false; !isDone; ) {
          isDone = await sql(statement).then(
            () => true,
            (error: Error) => {
              if (!error.message.includes('deadlock detected')) throw error;
              return false;
            },
          );
        }
      }
    },
  },
  {
    name: 'time limits of 50 ms set on the database for 8 s',
    harm: ({ cluster: database }) =>
      setFor(
        database,
        [
          'statement_timeout = 50',
          'lock_timeout = 20',
          'idle_in_transaction_session_timeout = 20',
          'idle_session_timeout = 2000',
        ],
        8_000,
      ),
  },
  {
    name: 'the database read-only for 8 s',
    told: /131/,
    harm: ({ cluster: database }) => setFor(database, ['default_transaction_read_only = on'], 8_000),
  },
  {
    name: 'no connection available for 8 s',
    told: /131/,
    async harm({ cluster: database }) {
      await database.sql('postgres', 'ALTER DATABASE queue ALLOW_CONNECTIONS false');
      await database.sql('postgres', TERMINATE);
      await after(8_000);
      await database.sql('postgres', 'ALTER DATABASE queue ALLOW_CONNECTIONS true');
    },
  },
  {
    name: 'all connections of the database used for 8 s',
    told: /131/,
    async harm({ cluster: database, sql }) {
      const others: pg.Client[] = [];
      const end = performance.now() + 8_000;
      try {
        await sql(TERMINATE);
        while (performance.now() < end) {
          const other = new pg.Client({ connectionString: database.url('postgres') });
          other.on('error', () => {});
          await other.connect().then(
            () => others.push(other),
            () => after(50),
          );
        }
      } finally {
        await Promise.all(others.map((other) => other.end()));
      }
    },
  },
  {
    name: 'behind nginx, PostgreSQL unavailable for 10 s',
    told: /503 errno 131/,
    behind: startPackagedNginx,
    // Behind a proxy a server asks for keys.
    start: async () => ({ environmentOf: () => ({ TAN_API_AUTHENTICATION: 'off' }) }),
    async harm({ cluster: database }) {
      await database.kill();
      await after(10_000);
      await database.start();
    },
  },
  {
    name: 'pg_notify refused for 8 s',
    told: /pg-notify\.publish-failed/,
    async harm({ sql }) {
      await sql('ALTER FUNCTION pg_catalog.pg_notify(text, text) RENAME TO pg_notify_no_more');
      // A prepared statement goes on with the function that it has found.
      await sql(TERMINATE_NOTICES);
      await after(8_000);
      await sql('ALTER FUNCTION pg_catalog.pg_notify_no_more(text, text) RENAME TO pg_notify');
    },
  },
  {
    name: 'a snapshot of another program open for 10 s',
    harm: ({ cluster: database }) =>
      hold(
        database.url('queue'),
        'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM ticket',
        10_000,
      ),
  },
  {
    name: 'the notification connection terminated every 0.2 s',
    told: /pg-notify\.lost/,
    async harm({ sql }) {
      for (let time = 0; time < 25; time += 1) {
        await sql(TERMINATE_NOTICES);
        await after(200);
      }
    },
  },
];
let lineOfOne: Awaited<ReturnType<typeof openDatabaseLine>> | null = null;

if (existsSync(FAKETIME)) {
  let isAhead = false;
  (FAULTS as Fault[]).push({
    name: 'a server whose clock is 25 hours ahead joins',
    told: /clock/,
    start: async () => ({
      environmentOf: (number): Readonly<Record<string, string>> =>
        number === 2 && isAhead ? { LD_PRELOAD: FAKETIME, FAKETIME: '+25h', FAKETIME_DONT_FAKE_MONOTONIC: '1' } : {},
    }),
    async harm({ servers }) {
      isAhead = true;
      await servers.restart(2);
      await after(8_000);
    },
  });
}

/** Plays a day at three servers, does the harm in the middle of it, and adds the row. */
async function play(fault: Fault, database: Cluster): Promise<Row> {
  const last = fault.clusterAtEnd ?? (() => database);
  await database.sql('postgres', 'DROP DATABASE IF EXISTS queue WITH (FORCE)');
  await database.sql('postgres', 'CREATE DATABASE queue');
  const url = database.url('queue');
  const { close, ...start } = (await fault.start?.(url)) ?? {};
  const told = new Map<string, number>();
  const tell = (what: string): void => void told.set(what, (told.get(what) ?? 0) + 1);
  let againAfterMs = Number.POSITIVE_INFINITY;
  try {
    const day = await playBusyDay({
      database: url,
      operations: OPERATIONS,
      script: SCRIPT,
      desks: DESKS,
      waiting: 4,
      start: {
        ...start,
        hear: (line) => {
          const { level, msg, event = msg } = parsed(line);
          if (level >= 40) tell(String(event));
        },
      },
      ...(fault.behind === undefined ? {} : { behind: fault.behind }),
      databaseAtEnd: () => last().url('queue'),
      refused: (status, errno) => tell(status === 0 ? 'no answer' : `${status} errno ${errno}`),
      async disturb(servers, done) {
        while (done() < OPERATIONS / 4) await after(20);
        await fault.harm({ servers, cluster: database, sql: (sql) => database.sql('queue', sql), done });
        const [healedAt, doneThen] = [performance.now(), done()];
        while (done() === doneThen) await after(1);
        againAfterMs = performance.now() - healedAt;
        while (done() < doneThen + OPERATIONS / 4) await after(20);
      },
    });
    const row: Row = {
      fault: fault.name,
      acknowledged: day.tickets,
      lost: day.faults.filter((line) => /is not there|has not heard|none was answered|has 0 calls/.test(line)).length,
      doubled: day.faults.filter((line) => /twice|two tickets|has [2-9] calls/.test(line)).length,
      told: [...told].map(([what, count]) => `${count} × ${what}`).join(', ') || '–',
      againAfterMs: Math.round(againAfterMs),
    };
    process.stderr.write(`${JSON.stringify(row)}\n`);
    expect(day.faults.slice(0, 20)).toEqual([]);
    // Only the end of a business day ends a ticket that was never called.
    expect(await last().sql('queue', UNCALLED)).toBe('0');
    rows.push(row);
    return row;
  } finally {
    await close?.();
  }
}

function parsed(line: string): { readonly level: number; readonly msg?: string; readonly event?: string } {
  try {
    return JSON.parse(line);
  } catch {
    return { level: 0 };
  }
}

describe('under load, with one fault after the other, servers lose nothing and double nothing', () => {
  it.each(FAULTS)('$name', { timeout: LIMIT_MS }, async (fault) => {
    const row = await play(fault, cluster);
    expect(row).toMatchObject({ lost: 0, doubled: 0 });
    if (fault.told !== undefined) expect(row.told).toMatch(fault.told);
    expect(row.againAfterMs).toBeLessThan(RECOVERED_WITHIN_MS);
  });

  it('the machine of the database fails, and its standby takes over', { timeout: LIMIT_MS }, async () => {
    const primary = await openCluster({ durable: true });
    let standby: Cluster | null = null;
    try {
      const follower = await primary.follow();
      standby = follower;
      const row = await play(
        {
          name: 'the machine of the database fails, and its standby takes over',
          // The one that cannot be written comes first, and is passed by.
          start: async (url) => ({
            databaseOf: () => `${url.split('?')[0]}?host=${follower.folder},${primary.folder}`,
          }),
          async harm() {
            await primary.kill();
            await after(2_000);
            await follower.promote();
          },
          clusterAtEnd: () => follower,
        },
        primary,
      );
      expect(row).toMatchObject({ lost: 0, doubled: 0, told: expect.stringContaining('131') });
      expect(row.againAfterMs).toBeLessThan(RECOVERED_WITHIN_MS);
    } finally {
      await Promise.all([primary.close(), standby?.close()]);
    }
  });

  it.runIf(process.getuid?.() === 0)('the disk of the database full', { timeout: LIMIT_MS }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'full-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=777', 'tmpfs', folder]);
    const small = await openCluster({ durable: true, within: folder });
    try {
      const row = await play(
        {
          name: 'the disk of the database full',
          async harm({ cluster: database, done }) {
            fill(join(folder, 'filler'));
            await after(10_000);
            rmSync(join(folder, 'filler'));
            // A PostgreSQL that could not write its log has ended, and wants a start.
            const before = done();
            await after(2_000);
            if (done() === before) {
              await database.kill();
              await database.start();
            }
          },
        },
        small,
      );
      expect(row).toMatchObject({ lost: 0, doubled: 0 });
    } finally {
      await small.close();
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** Takes all the room that a disk has. */
function fill(file: string): void {
  const handle = openSync(file, 'w');
  for (let bytes = 1 << 20; bytes >= 512; ) {
    try {
      writeSync(handle, Buffer.alloc(bytes));
    } catch {
      bytes >>= 1;
    }
  }
  closeSync(handle);
}
