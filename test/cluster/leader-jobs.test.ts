/** Jobs that only one server of a database runs, and their takeover. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startBackupClock } from '../../main/app/backup-scheduler.ts';
import { silentLog } from '../../main/lib/context.ts';
import { createMetrics } from '../../main/rest/metrics.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import type { BackupOutcome } from '../../main/store/transfer/backup-worker.ts';
import { type Database, newDatabase } from '../helpers/postgres-database.ts';
import { type Arrived, answer, hang, Receiver } from '../helpers/receiver.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';
import { turnedClock } from '../helpers/turned-clock.ts';

const PATIENT = { timeout: 60_000 };

let database: Database;
const stores: Store[] = [];
const towns: Town[] = [];
let receiver: Receiver;
beforeEach(async () => {
  database = await newDatabase();
  receiver = await new Receiver().open();
});
afterEach(async () => {
  await Promise.all(towns.splice(0).map((town) => town.close()));
  await Promise.all(stores.splice(0).map((store) => store.close()));
  await receiver.close();
  database.drop();
});

async function openServer(loanMs: number): Promise<Store> {
  const { url } = database;
  const store = await openPostgresStore({ url, log: silentLog, connections: 2, connectMs: 60_000, loanMs });
  stores.push(store);
  return store;
}

/** A server with its webhooks; the first imports the site. */
async function openTownAtDatabase(): Promise<Town> {
  const given = townSite();
  const site = {
    ...given,
    settings: { ...(given.settings as object), webhook_networks: ['127.0.0.0/8'] },
    webhooks: [{ id: 'ears', name: 'Ears', url: receiver.url, secret: 'a secret of more than twenty-four' }],
  };
  const town = await openTown({ database: database.url, webhooks: true, site: towns.length === 0 ? site : null });
  towns.push(town);
  return town;
}

/** Ticket numbers of the deliveries, in the order of arrival. */
const told = (): readonly number[] => receiver.arrived.map(({ body }: Arrived) => body.ticket.number);

describe('backups of servers that have a backup folder', () => {
  it('are created by one server, and after its end by the next, only if due', async () => {
    const to = mkdtempSync(join(tmpdir(), 'heirs-'));
    onTestFinished(() => rmSync(to, { recursive: true, force: true }));
    const place = { engine: 'postgres', url: database.url } as const;
    const made: string[] = [];
    const serve = async (name: string, at: string) => {
      const store = await openServer(120_000);
      const figures = createMetrics('1');
      const clock = turnedClock(at);
      const plan = { from: place, dataDir: to, filesDir: null, to, keep: 3, program: '1', everyHours: 24 };
      const deps = { clock, log: silentLog, peers: store.peers, figures };
      const backups = startBackupClock(plan, deps, async ({ now }) => {
        const folder = join(to, `take-a-number-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z`);
        mkdirSync(folder);
        made.push(name);
        return { ok: true, folder, rows: {}, faults: [] };
      });
      onTestFinished(() => backups.close());
      const lastSeen = async (): Promise<string | undefined> => {
        const text = await figures.text({ addTo: () => undefined, withProcess: true });
        return /^tan_last_backup_timestamp_seconds (\d+)$/m.exec(text)?.[1];
      };
      return { store, backups, clock, lastSeen };
    };
    const first = await serve('first', '2026-11-20T02:00:00Z');
    await vi.waitUntil(() => made.length === 1, PATIENT);
    // Two cases: the next backup is due, or not.
    const due = await serve('due', '2026-11-21T03:00:00Z');
    await due.store.ping();
    expect(made).toEqual(['first']);
    await first.backups.close();
    await first.store.close();
    await vi.waitUntil(() => made.length === 2, PATIENT);
    const early = await serve('early', '2026-11-21T15:00:00Z');
    await due.backups.close();
    await due.store.close();
    const seconds = (at: string): string => String(Date.parse(at) / 1000);
    await expect.poll(early.lastSeen).toBe(seconds('2026-11-21T03:00:00Z'));
    expect(made).toEqual(['first', 'due']);
    early.clock.advance(12 * 3_600_000);
    await expect.poll(early.lastSeen).toBe(seconds('2026-11-22T03:00:00Z'));
    expect(made).toEqual(['first', 'due', 'early']);
  });
});

it('are taken over by another server if one server fails to create a backup', async () => {
  const to = mkdtempSync(join(tmpdir(), 'heirs-'));
  onTestFinished(() => rmSync(to, { recursive: true, force: true }));
  const tried: string[] = [];
  const serve = async (name: string, outcome: BackupOutcome) => {
    const { peers } = await openServer(120_000);
    const clock = turnedClock('2026-11-20T02:00:00Z');
    const place = { engine: 'postgres', url: database.url } as const;
    const plan = { from: place, dataDir: to, filesDir: null, to, keep: 3, program: '1', everyHours: 24 };
    const deps = { clock, log: silentLog, peers, figures: createMetrics('1') };
    const backups = startBackupClock(plan, deps, async () => {
      tried.push(name);
      return outcome;
    });
    onTestFinished(() => backups.close());
    return { clock, holds: () => peers.isMine('backups') };
  };
  const first = await serve('first', { ok: false, message: 'the disk is full' });
  await vi.waitUntil(() => tried.length === 1, PATIENT);
  const second = await serve('second', { ok: true, folder: to, rows: {}, faults: [] });
  await vi.waitUntil(() => tried.length === 2, PATIENT);
  expect([first.holds(), second.holds()]).toEqual([false, true]);
  // The time of its automatic retry.
  first.clock.advance(3_600_000);
  second.clock.advance(24 * 3_600_000);
  await vi.waitUntil(() => tried.length === 3, PATIENT);
  expect(tried).toEqual(['first', 'second', 'second']);
});

describe('a leader lease', () => {
  it('belongs to one server, and to the next at once when that one ends', async () => {
    const first = await openServer(120_000);
    const second = await openServer(120_000);
    expect([first.peers.isMine('webhooks'), second.peers.isMine('webhooks')]).toEqual([true, false]);
    const came: boolean[] = [];
    second.peers.onDuty('webhooks', (isMine) => came.push(isMine));
    await first.close();
    expect(first.peers.isMine('webhooks')).toBe(false);
    await vi.waitUntil(() => second.peers.isMine('webhooks'), PATIENT);
    expect(came).toEqual([true]);
  });

  it('is left to other servers for a while, and returns if no other takes it', async () => {
    const [first, second] = [await openServer(120_000), await openServer(120_000)];
    const holds = (): boolean[] => [first, second].map(({ peers }) => peers.isMine('mail'));
    expect(holds()).toEqual([true, false]);
    first.peers.leave('mail', 3_600_000);
    expect(holds()).toEqual([false, false]);
    await vi.waitUntil(() => second.peers.isMine('mail'), PATIENT);
    expect([first, second].map(({ peers }) => peers.isMine('days'))).toEqual([true, false]);
    await second.close();
    const came: boolean[] = [];
    first.peers.onDuty('days', (isMine) => came.push(isMine));
    first.peers.leave('days', 0);
    await vi.waitUntil(() => first.peers.isMine('days'), PATIENT);
    expect(came).toEqual([false, true]);
    expect(holds()).toEqual([false, false]);
  });

  it('goes only to a server that can do the job', async () => {
    const first = await openServer(120_000);
    const second = await openServer(120_000);
    const came: boolean[] = [];
    second.peers.onDuty('backups', (isMine) => came.push(isMine));
    await vi.waitUntil(() => came.length > 0, PATIENT);
    expect([first.peers.isMine('backups'), second.peers.isMine('backups')]).toEqual([false, true]);
    expect(first.peers.isMine('days')).toBe(true);
  });

  it('is given up without notification by a server that cannot renew it', async () => {
    const server = await openServer(2_500);
    const lost: boolean[] = [];
    server.peers.onDuty('days', (isMine) => lost.push(isMine));
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    try {
      await other.query('BEGIN; LOCK TABLE duty');
      await vi.waitUntil(() => lost.length > 0, PATIENT);
      // No other server can have taken it: it was given up.
      expect(lost[0]).toBe(false);
      expect(server.peers.isMine('days')).toBe(false);
    } finally {
      await other.end();
    }
    await vi.waitUntil(() => server.peers.isMine('days'), PATIENT);
  });
});

describe('webhooks of several servers', () => {
  it('receive every ticket once and in order, from any server', async () => {
    const [first, second] = [await openTownAtDatabase(), await openTownAtDatabase()];
    for (let round = 0; round < 5; round += 1) {
      await second.createTicket('Passports');
      await first.createTicket('Passports');
    }
    await receiver.until(10);
    // Deliveries that are not recorded yet would be repeated.
    await vi.waitUntil(async () => (await second.store.query('webhookProgress', {}))[0]?.behind === 0, PATIENT);
    await first.close();
    towns.shift();
    // The other server continues at that position.
    await second.createTicket('Passports');
    await receiver.until(11);
    expect(told()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('are retried at once on request at another server', async () => {
    const [first, second] = [await openTownAtDatabase(), await openTownAtDatabase()];
    receiver.behaviour = answer(410);
    await second.createTicket('Passports');
    await vi.waitUntil(async () => (await second.store.query('webhookProgress', {}))[0]?.pausedAt != null, PATIENT);
    receiver.behaviour = answer(204);
    expect(first.store.peers.isMine('webhooks')).toBe(true);
    await second.createTicket('Passports');
    const resumed = await fetch(`${second.address}/restapi/v2/admin/webhooks/ears/resume`, { method: 'POST' });
    expect(resumed.status).toBe(200);
    await vi.waitUntil(() => told().at(-1) === 2, PATIENT);
  });

  it('lose nothing when the sending server is killed: another continues within seconds', async () => {
    await (await openTownAtDatabase()).close();
    towns.length = 0;
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('../webhooks/webhook-child.ts', import.meta.url)), database.url],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const confirmed: string[] = [];
    const lines = createInterface({ input: child.stdout });
    await once(lines, 'line').then(([id]) => confirmed.push(id));
    lines.on('line', (id) => confirmed.push(id));
    towns.push(await openTown({ database: database.url, webhooks: true, site: null }));
    const [heir] = towns;
    expect(heir?.store.peers.isMine('webhooks')).toBe(false);
    await receiver.until(5);
    // During a delivery, with more in the queue.
    receiver.behaviour = hang;
    await receiver.until(receiver.arrived.length + 1);
    const drawn = confirmed.length;
    await vi.waitUntil(() => confirmed.length > drawn + 5, PATIENT);
    child.kill('SIGKILL');
    await once(lines, 'close');
    receiver.behaviour = answer(204);
    await vi.waitUntil(async () => (await heir?.store.query('webhookProgress', {}))?.[0]?.behind === 0, PATIENT);
    const known = new Set(receiver.arrived.map(({ body }) => body.ticket.ticket_id));
    expect(confirmed.filter((id) => !known.has(id))).toEqual([]);
    const bySequence = Map.groupBy(receiver.arrived, ({ body }) => body.sequence as number);
    expect([...bySequence.keys()]).toEqual([...bySequence.keys()].toSorted((a, b) => a - b));
    // Unrecorded deliveries are repeated.
    expect(receiver.arrived.length - bySequence.size).toBeLessThanOrEqual(21);
  });
});
