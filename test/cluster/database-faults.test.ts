/** What administrators and machines do to a database while servers work on it, and what the servers say of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../main/lib/context.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';
import { DATABASE_FILE } from '../../main/store/transfer/database-target.ts';
import { openCluster } from '../helpers/postgres-cluster.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { startProgramChild } from '../helpers/program-child.ts';
import { Hall } from '../store/queue-hall.ts';

const PATIENT = { timeout: 60_000 };

async function openQuestions(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

it('a column that gets another type while servers run costs no request', async () => {
  const { url } = await newDatabase();
  const faults: string[] = [];
  const log = { ...silentLog, error: (event: string) => void faults.push(event) };
  const store = await openPostgresStore({ url, log, connections: 6, connectMs: 60_000, deadlineMs: 120_000 });
  onTestFinished(() => store.close());
  const hall = new Hall(store);
  const warm = () => Promise.all(Array.from({ length: 12 }, () => hall.create()));
  const { ticket } = await hall.create();
  await warm();
  const look = () => Promise.all(Array.from({ length: 12 }, () => hall.state(ticket.id)));
  await look();
  const administrator = await openQuestions(url);
  await administrator.query('ALTER TABLE ticket ALTER COLUMN label TYPE varchar(400)');
  await look();
  await warm();
  expect(faults).toEqual([]);
});

it('a database that takes no notices is reported once, and events come all the same', async () => {
  const { url } = await newDatabase();
  const administrator = await openQuestions(url);
  await administrator.query('ALTER FUNCTION pg_catalog.pg_notify(text, text) RENAME TO pg_notify_no_more');
  const told: string[] = [];
  const note = (event: string): void => void told.push(event);
  const options = { url, log: { info: note, warn: note, error: note }, connections: 2, connectMs: 60_000 };
  const store = await openPostgresStore({ ...options, deadlineMs: 120_000 });
  onTestFinished(() => store.close());
  const hall = new Hall(store);
  await hall.create();
  for (let visitor = 0; visitor < 5; visitor += 1) await hall.create();
  await expect.poll(() => told.filter((event) => event === 'pg-notify.publish-failed'), PATIENT).toHaveLength(1);
  await administrator.query('ALTER FUNCTION pg_catalog.pg_notify_no_more(text, text) RENAME TO pg_notify');
  await hall.create();
  await expect.poll(() => told, PATIENT).toContain('pg-notify.publish-recovered');
});

it('a database that ends idle sessions ends none of a server', async () => {
  const { url } = await newDatabase();
  const administrator = await openQuestions(url);
  const name = pg.escapeIdentifier(new URL(url).pathname.slice(1));
  await administrator.query(`ALTER DATABASE ${name} SET idle_session_timeout = 500`);
  const told: string[] = [];
  const note = (event: string): void => void told.push(event);
  const options = { url, log: { info: note, warn: note, error: note }, connections: 2, connectMs: 60_000 };
  const store = await openPostgresStore({ ...options, deadlineMs: 120_000 });
  onTestFinished(() => store.close());
  const hall = new Hall(store);
  await hall.create();
  // A session that began later, and is ended all the same.
  const bystander = new pg.Client(url);
  const ended = new Promise<Error>((resolve) => bystander.on('error', resolve));
  await bystander.connect();
  expect(await ended).toMatchObject({ code: '57P05' });
  await hall.create();
  expect(
    told.filter((event) => ['pg-notify.lost', 'store.unavailable', 'store.unexpected-error'].includes(event)),
  ).toEqual([]);
});

it('/readyz sees that no write passes, while questions are answered', async () => {
  const { url } = await newDatabase();
  const address = await startProgramChild(['--database', url]).ready;
  const readiness = async () => ((await (await fetch(`${address}/readyz`)).json()) as { status: string }).status;
  expect(await readiness()).toBe('ok');
  const administrator = await openQuestions(url);
  await administrator.query('BEGIN; LOCK TABLE peer IN SHARE MODE');
  await expect.poll(readiness, PATIENT).toBe('store takes no writes');
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  await administrator.query('COMMIT');
  await expect.poll(readiness, PATIENT).toBe('ok');
});

describe('a program', () => {
  it('that is older than its database ends with 2 on both engines, so that nobody starts it again', async () => {
    const { url } = await newDatabase();
    await (await openPostgresStore({ url, log: silentLog })).close();
    await (await openQuestions(url)).query(
      "INSERT INTO migration (number, name) VALUES (9999, 'to come'); UPDATE schema_minimum SET minimum = 9999",
    );
    const data = mkdtempSync(join(tmpdir(), 'newer-'));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    const file = join(data, DATABASE_FILE);
    await (await openSqliteStore({ file, log: silentLog })).close();
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(file);
    database.exec("INSERT INTO migration (number, name) VALUES (9999, 'to come')");
    database.close();
    const ended = await Promise.all(
      [
        ['--database', url],
        ['--data', data],
      ].map(async (flags) => (await startProgramChild(flags).ended).code),
    );
    expect(ended).toEqual([2, 2]);
  });

  it('waits for a database that starts later, and says so', async () => {
    const cluster = await openCluster();
    onTestFinished(() => cluster.close());
    await cluster.sql('postgres', 'CREATE DATABASE queue');
    await cluster.kill();
    const flags = ['--database', cluster.url('queue')];
    const hasty = await startProgramChild([...flags, '--database-wait', '0']).ended;
    expect([hasty.code, hasty.err]).toEqual([1, expect.stringContaining('--database cannot be used')]);
    const patient = startProgramChild(flags);
    await expect.poll(() => patient.logged().map(({ event }) => event), PATIENT).toContain('store.waiting');
    await cluster.start();
    expect((await fetch(`${await patient.ready}/readyz`)).status).toBe(200);
  });
});
