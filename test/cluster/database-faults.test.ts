/** Database faults and administration under running servers, and their reports. */
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

it('handles a changed column type without failed requests', async () => {
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

it('reports refused notifications once, and still delivers events', async () => {
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

it('keeps its sessions on a database that ends idle ones', async () => {
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
  // A session that began later, and is ended nevertheless.
  const bystander = new pg.Client(url);
  const ended = new Promise<Error>((resolve) => bystander.on('error', resolve));
  await bystander.connect();
  expect(await ended).toMatchObject({ code: '57P05' });
  await hall.create();
  expect(
    told.filter((event) => ['pg-notify.lost', 'store.unavailable', 'store.unexpected-error'].includes(event)),
  ).toEqual([]);
});

it('fails /readyz when writes hang, although reads succeed', async () => {
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
  it('exits with code 2 on both engines if the database is newer, so that no service manager retries', async () => {
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

  it('waits for a database that starts later, and logs it', async () => {
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
