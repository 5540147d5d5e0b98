/** Reports from a replica while it is healthy, otherwise from the primary. */
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../main/lib/context.ts';
import { createServer } from '../../main/server/server.ts';
import { openSiteHolder } from '../../main/site/service/site-holder.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { openCluster } from '../helpers/postgres-cluster.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { serverParts } from '../helpers/server-parts.ts';
import { townSite } from '../helpers/town-site.ts';
import { Hall } from '../store/queue-hall.ts';

const PATIENT = { timeout: 60_000 };
/** More than the lag of a busy machine, and soon exceeded by a stopped replica. */
const MAX_LAG_MS = 8_000;

function openLog() {
  const told: string[] = [];
  const note = (event: string): void => void told.push(event);
  return { told, log: { info: note, warn: note, error: note } };
}

async function openStoreWith(url: string, replica: string) {
  const { told, log } = openLog();
  const patience = { connectMs: 60_000, deadlineMs: 120_000 };
  const store = await openPostgresStore({ url, replica: { url: replica, maxLagMs: MAX_LAG_MS }, log, ...patience });
  onTestFinished(() => store.close());
  return { store, told };
}

it('reads reports from the replica, from the primary while it lags or is unavailable, and from the replica again', async () => {
  const primary = await openCluster();
  onTestFinished(() => primary.close());
  await primary.sql('postgres', 'CREATE DATABASE queue');
  const follower = await primary.follow();
  onTestFinished(() => follower.close());
  // Confirmed changes can be missing there: it may be stopped.
  await primary.sql('postgres', "ALTER SYSTEM SET synchronous_standby_names = ''");
  await primary.sql('postgres', 'SELECT pg_reload_conf()');
  const { store, told } = await openStoreWith(primary.url('queue'), follower.url('queue'));
  const hall = new Hall(store);
  const span = { locationId: hall.locationId, from: 0, until: Number.MAX_SAFE_INTEGER };
  const exported = async () => (await store.report('tickets', { ...span, after: null, limit: 100 })).rows.length;
  const reads = (event: string) => expect.poll(() => told.includes(event), PATIENT).toBe(true);

  await reads('replica.in-use');
  await hall.create();
  await expect.poll(exported, PATIENT).toBe(1);
  await follower.sql('queue', 'SELECT pg_wal_replay_pause()');
  await expect.poll(() => follower.sql('queue', 'SELECT pg_get_wal_replay_pause_state()'), PATIENT).toBe('paused');
  await hall.create();
  // Its lag is still acceptable.
  expect(await exported()).toBe(1);
  await reads('replica.unavailable');
  expect(await exported()).toBe(2);
  expect(store.peers.replicaLagMs()).toBeGreaterThan(MAX_LAG_MS);

  told.length = 0;
  await follower.sql('queue', 'SELECT pg_wal_replay_resume()');
  await reads('replica.in-use');
  expect(await exported()).toBe(2);
  await follower.kill();
  await hall.create();
  expect(await exported()).toBe(3);
  await reads('replica.unavailable');
  await expect.poll(() => store.peers.replicaLagMs(), PATIENT).toBeNull();
});

it('never reads a replica of another database, and reports it in the metrics', async () => {
  const { url } = await newDatabase();
  const other = await newDatabase();
  await (await openPostgresStore({ url: other.url, log: openLog().log })).close();
  const { store, told } = await openStoreWith(url, other.url);
  const hall = new Hall(store);
  await hall.create();
  const span = { locationId: hall.locationId, from: 0, until: Number.MAX_SAFE_INTEGER };
  const { rows } = await store.report('tickets', { ...span, after: null, limit: 100 });
  expect(rows).toHaveLength(1);
  const site = await openSiteHolder(store);
  await site.load(townSite());
  const deps = { store, site, clock: systemClock, log: openLog().log };
  const server = await createServer({ ...deps, ...serverParts(deps, { wanted: 'off' }), ownDevices: [] });
  onTestFinished(() => server.close());
  expect((await server.inject('/metrics')).body).toMatch(/^tan_replica_lag_seconds Nan$/im);
  expect(told).not.toContain('replica.in-use');
});
