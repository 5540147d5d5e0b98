/**
 * PostgreSQL for the tests that want it: started when the first of them asks, ended with the run. Each connection to this
 * socket is given a database of its own until it closes, so that the end of a test file is enough. To make one takes
 * hundreds of files, so a database is emptied and given to the next.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { SCHEMA } from '../../main/store/postgres/migrations.ts';
import { type Cluster, openCluster } from '../helpers/postgres-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresSocket: string;
  }
}

/** As it is after the first start of a program. */
const EMPTY = `DO $$ DECLARE name text; BEGIN
  PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
  SET LOCAL session_replication_role = replica;
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('migration', 'schema_minimum') LOOP
    EXECUTE format('DELETE FROM %I', name);
  END LOOP;
  FOR name IN SELECT sequencename FROM pg_sequences LOOP PERFORM setval(name::regclass, 1, false); END LOOP;
  IF to_regclass('meta') IS NOT NULL THEN
    INSERT INTO meta (key, value) VALUES ('webhook.source', replace(gen_random_uuid()::text, '-', ''));
  END IF;
END $$`;

async function inDatabase(url: string, sql: string): Promise<void> {
  const client = await connected(url);
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Empties it for the next guest. A test may have played another version of the program in it, or never have made a schema:
 * such a one is not given on.
 *
 * @returns whether it is as a program of today leaves it
 */
async function emptied(client: pg.Client): Promise<boolean> {
  await client.query(EMPTY);
  const { rows } = await client.query<{ number: number }>(
    'SELECT number FROM migration UNION ALL (SELECT minimum FROM schema_minimum) ORDER BY 1',
  );
  const all = [...SCHEMA.whole, ...SCHEMA.online].map(({ number }) => number);
  const minimum = Math.max(SCHEMA.whole.at(-1)?.number ?? 0, ...SCHEMA.online.map((each) => each.minimum));
  return rows.map(({ number }) => Number(number)).join() === [...all, minimum].toSorted((a, b) => a - b).join();
}

export default async function offerPostgres(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'offer-'));
  const path = join(folder, 'socket');
  const guests = new Set<Socket>();
  let cluster: Promise<Cluster> | null = null;
  const stock: string[] = [];
  /** Who empties each database: to connect costs several times the emptying. */
  const cleaners = new Map<string, pg.Client>();
  let databases = 0;

  /** Empties that database after its guest, and takes it back. */
  async function takeBack(name: string, url: string): Promise<void> {
    const cleaner = cleaners.get(name) ?? (await connected(url));
    cleaners.set(name, cleaner);
    if (await emptied(cleaner)) {
      stock.push(name);
    } else {
      cleaners.delete(name);
      await cleaner.end();
    }
  }

  /** `new`: one that never had a schema. */
  async function serve(guest: Socket, wish: string): Promise<void> {
    cluster ??= openCluster();
    const opened = await cluster;
    const kept = wish === 'new' ? undefined : stock.pop();
    if (kept === undefined) databases += 1;
    const name = kept ?? `test_${databases}`;
    const url = opened.url(name);
    if (kept === undefined) await inDatabase(opened.url('postgres'), `CREATE DATABASE ${name}`);
    // Whoever wants a new one tries what may leave it odd: it is not given to the next.
    if (wish !== 'new') guest.once('close', () => void takeBack(name, url).catch(() => undefined));
    guest.write(JSON.stringify({ url }));
  }

  const server = createServer((guest) => {
    guests.add(guest);
    guest.on('error', () => undefined).once('close', () => guests.delete(guest));
    guest.once('data', (wish) => {
      serve(guest, wish.toString()).catch((error: Error) => guest.end(JSON.stringify({ error: error.message })));
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  project.provide('postgresSocket', path);

  return async () => {
    for (const guest of guests) guest.removeAllListeners('close').destroy();
    server.close();
    await Promise.all([...cleaners.values()].map((cleaner) => cleaner.end().catch(() => undefined)));
    await (await cluster?.catch(() => null))?.close();
    rmSync(folder, { recursive: true, force: true });
  };
}
