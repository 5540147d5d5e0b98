/** Several servers sign with the same secrets, wherever they run. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installationSecret, openSecret } from '../../main/access/service/installation-secret.ts';
import { silentLog } from '../../main/lib/context.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { type Database, newDatabase } from '../helpers/postgres-database.ts';

let database: Database;
let stores: readonly Store[];
let folders: readonly string[];
beforeEach(async () => {
  database = await newDatabase();
  const open = () =>
    openPostgresStore({ url: database.url, log: silentLog, connections: 2, connectMs: 60_000, deadlineMs: 120_000 });
  stores = await Promise.all([open(), open(), open()]);
  folders = await Promise.all(stores.map(() => mkdtemp(join(tmpdir(), 'secrets-'))));
});
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  database.drop();
});

const secretOf = (server: number, name: 'secret' | 'ticket' = 'secret'): Promise<Buffer> =>
  installationSecret(name, folders[server]!, stores[server]!);

it('is made once, by servers that start together, and is in no data folder', async () => {
  const [first, ...others] = await Promise.all([0, 1, 2].map((server) => secretOf(server)));
  expect(first).toHaveLength(32);
  for (const other of others) expect(other).toEqual(first);
  expect(await secretOf(1, 'ticket')).not.toEqual(first);
  expect((await Promise.all(folders.map((folder) => readdir(folder)))).flat()).toEqual([]);
});

it('is that of the first server when it had one before: the keys that it has signed hold on', async () => {
  const before = await openSecret(join(folders[0]!, 'secret.key'));
  const elsewhere = await openSecret(join(folders[2]!, 'secret.key'));
  expect(await secretOf(0)).toEqual(before);
  expect(await secretOf(1)).toEqual(before);
  // One that comes later with another does not end them.
  expect(await secretOf(2)).toEqual(before);
  expect(before).not.toEqual(elsewhere);
});

it('is no business of other roles of the database', async () => {
  await secretOf(0);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT 1 FROM information_schema.role_table_grants WHERE table_name = 'secret' AND grantee <> current_user`,
  );
  await client.end();
  expect(rows).toEqual([]);
});
